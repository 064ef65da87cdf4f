// A text and a button that puts it on the reader's clipboard.
import { element } from "./dom";

/** [ms] for which the button says what it did. */
const pause = 1500;

/** Selects the text, for browsers that do not let a page from disk at the clipboard, and asks for a copy the old way. */
function copySelected(shown: HTMLElement): boolean {
  const selection = window.getSelection();
  if (!selection) return false;
  const range = document.createRange();
  range.selectNodeContents(shown);
  selection.removeAllRanges();
  selection.addRange(range);
  return document.execCommand("copy");
}

/** Options stay whole where there is room: a line must not end within "--set". */
function inParts(command: string): (HTMLElement | string)[] {
  return command.split(/ (?=-)/).flatMap((part, place) => [place > 0 ? " " : "", element("span", {}, part)]);
}

export function copyable(text: string): HTMLElement {
  const shown = element("code", {}, ...inParts(text));
  const button = element("button", { type: "button", class: "copy", title: "Copy this command" }, "Copy");
  button.addEventListener("click", async () => {
    let isDone = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      isDone = copySelected(shown);
    }
    button.textContent = isDone ? "Copied" : "Press Ctrl+C";
    setTimeout(() => (button.textContent = "Copy"), pause);
  });
  return element("div", { class: "copyable" }, shown, button);
}
