try {
  var scheme = localStorage.getItem("colorScheme");
  if (scheme === "light" || scheme === "dark") document.documentElement.dataset.scheme = scheme;
} catch {
  // Storage may be forbidden: the page then follows the system.
}
// A form that is sent before the page's code is there would leave the page: it waits, and is sent by that code.
(() => {
  var form;
  var hold = (event) => {
    event.preventDefault();
    form = event.target;
  };
  document.addEventListener("submit", hold, true);
  window.wattleEarly = {
    stop() {
      document.removeEventListener("submit", hold, true);
      return form;
    },
  };
})();
