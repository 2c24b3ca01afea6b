/**
 * Base of Mantine's own stylesheets. A control that takes one of them imports this first; a control in the product's
 * own look needs none of it, and the account pages do without its weight.
 */
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
