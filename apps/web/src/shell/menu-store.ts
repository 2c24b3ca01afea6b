import { createStore } from "../store.ts";

/** Whether the compact menu (public pages) is open. Every navigation closes it. */
export const menuOpen = createStore(false);
