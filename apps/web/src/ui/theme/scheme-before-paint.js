try {
  var scheme = localStorage.getItem("colorScheme");
  if (scheme === "light" || scheme === "dark") document.documentElement.dataset.scheme = scheme;
} catch {
  // Storage may be forbidden: the page then follows the system.
}
