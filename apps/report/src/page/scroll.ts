// A frame around what may be wider than the page. Where something is cut off at its right, it fades.
import { element } from "./dom";

export function scrollFrame(name: string, content: HTMLElement): HTMLElement {
  const frame = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, content);
  const look = () => {
    frame.classList.toggle("cut", frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1);
  };
  frame.addEventListener("scroll", look, { passive: true });
  const observer = new ResizeObserver(look);
  observer.observe(frame);
  observer.observe(content);
  return frame;
}
