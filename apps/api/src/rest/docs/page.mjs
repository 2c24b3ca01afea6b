// A browser's additions to /api/docs: a filter of the calls, the reader's token in the examples, and buttons that copy. The page reads
// without any of them.

/** How long a button says that it copied, in milliseconds. */
const SAID = 2000;

/** Without a clipboard, as on plain http, the text is selected for the reader to copy. */
async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(text);
    button.textContent = "Selected";
  }
  setTimeout(() => (button.textContent = "Copy"), SAID);
}

for (const text of document.querySelectorAll("figure pre")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", () => copy(button, text));
  text.before(button);
}

const calls = [...document.querySelectorAll("article")].map((article) => ({
  article,
  entry: document.querySelector(`nav a[href="#${article.id}"]`).parentElement,
  text: article.textContent.toLowerCase(),
}));

/** Shows the calls that have each word, and the groups that have such a call. */
function show(filter, count) {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const { article, entry, text } of calls) {
    article.hidden = entry.hidden = !words.every((word) => text.includes(word));
  }
  for (const section of document.querySelectorAll("main>section")) {
    const own = section.querySelectorAll("article");
    const hidden = own.length > 0 && [...own].every((article) => article.hidden);
    section.hidden = hidden;
    document.querySelector(`nav a[href="#${section.id}"]`).parentElement.hidden = hidden;
  }
  const found = calls.filter(({ article }) => !article.hidden).length;
  count.textContent =
    filter.value.trim() === ""
      ? ""
      : found === 0
        ? "No calls match. Try another word."
        : `${found} of ${calls.length} calls`;
}

const form = document.createElement("search");
form.innerHTML =
  '<label>Filter calls<input type="search" autocomplete="off" spellcheck="false"></label><p role="status"></p>' +
  '<label>Your token<input type="password" autocomplete="off" spellcheck="false" placeholder="wat_…"></label><p role="status"></p>';
const [filter, token] = form.querySelectorAll("input");
const [count, filled] = form.querySelectorAll("p");
filter.addEventListener("input", () => show(filter, count));
// A link leads to its call, also if the filter hides it.
addEventListener("hashchange", () => {
  const call = document.getElementById(location.hash.slice(1));
  if (call?.closest("[hidden]") === null) return;
  filter.value = "";
  show(filter, count);
  call?.scrollIntoView();
});
const contents = document.querySelector(".contents");
contents.firstElementChild.after(form);
// On a phone the text comes first; a wide page has room for both, also in a browser that can't show them closed.
contents.open = matchMedia("(min-width: 901px)").matches;

/** Texts of the calls as they were served, with what stands for a token. */
const served = new Map([...document.querySelectorAll(".call code")].map((code) => [code, code.textContent]));

/** Puts the reader's token into the calls. It is kept nowhere: a page that is opened again has none. */
function fill(own) {
  const isToken = /^wat_[\w-]+$/.test(own);
  for (const [code, text] of served) {
    code.textContent = isToken ? text.replaceAll("$WATTLE_TOKEN", own).replaceAll("wat_…", own) : text;
  }
  filled.textContent =
    own === ""
      ? ""
      : isToken
        ? "It is in the calls below, and nowhere else."
        : "This is no token. It begins with wat_.";
}
token.addEventListener("input", () => fill(token.value.trim()));

// The dashboard hands over a token that was just made, once and only to a page that it opened.
const handed = sessionStorage.getItem("token-for-docs");
if (handed !== null) {
  sessionStorage.removeItem("token-for-docs");
  token.value = handed;
  fill(handed);
}
