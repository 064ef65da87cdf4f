// Scenes: pictures in space which the reader can turn, and play where they move.
import { element } from "../page/dom";
import type { Result, Scene } from "../document";
import { download } from "../page/download";
import { hasWebGl, missing, onRestored } from "./gl";
import { imageOf } from "./image";
import { legendButtons } from "./legend";
import { Player } from "./player";
import { Stage } from "./stage";
import { View } from "./view";
import { isPrinting, onThemeChange, theme } from "../page/theme";

/** [px] of a picture that is saved from the page or printed. */
const saved = { width: 1600, height: 1100 };

/** The whole view of a scene: title, legend, picture, controls and caption. */
export function sceneView(result: Result, scene: Scene): HTMLElement {
  const head = element("div", { class: "head" }, element("h3", {}, scene.title));
  const figure = element("figure", { class: "figure scene" }, head);
  const caption = scene.caption === "" ? "" : element("figcaption", {}, scene.caption);
  if (!hasWebGl()) {
    figure.append(element("p", { class: "scene-missing" }, missing), caption);
    return figure;
  }
  const stage = new Stage(result, scene);
  const player = stage.span && new Player(stage.span, () => update());
  const view = new View(stage, () => player?.toggle());
  const legend = legendButtons(stage.bodies, () => update());

  function update(): void {
    stage.setTime(player?.now ?? 0);
    view.redraw();
  }

  function paint(): void {
    // On paper stands a picture of its own; the view is drawn again after that.
    if (isPrinting()) return;
    legend.setTheme(theme());
    view.drawNow();
  }

  function picture(now: number): HTMLCanvasElement {
    const image = imageOf(stage, view.from, now, saved.width, saved.height);
    stage.setTime(player?.now ?? 0);
    return image;
  }

  /** On paper, what stands at its first instant is shown at its last: there is more to see. */
  function putOnPaper(): void {
    const now = player && player.now > player.span[0] ? player.now : (stage.span?.[1] ?? 0);
    view.element.after(element("div", { class: "print" }, picture(now)));
  }

  const reset = element("button", { type: "button", title: "Back to the first view" }, "Reset");
  reset.addEventListener("click", () => view.reset());
  const save = element("button", { type: "button", title: "Save this view as a picture" }, "PNG");
  save.addEventListener("click", () => {
    const name = `${result.name}-${scene.name}.png`;
    picture(player?.now ?? 0).toBlob((content) => content && download(content, name));
    view.drawNow();
  });
  head.append(element("div", { class: "controls" }, reset, save));
  figure.append(legend.element, view.element, player?.element ?? "", caption);
  legend.setTheme(theme());
  onThemeChange(paint);
  onRestored(paint);
  if (player) {
    const observer = new IntersectionObserver((changes) => {
      player.setInView(changes[changes.length - 1]!.isIntersecting);
    });
    observer.observe(figure);
  }
  window.addEventListener("beforeprint", putOnPaper);
  window.addEventListener("afterprint", () => figure.querySelector(".print")?.remove());
  // Made only for the paper: that event is under way.
  if (isPrinting()) putOnPaper();
  return figure;
}

/** The first view of a scene as a PNG data URL, moving ones at their last instant; width × height in pixels. */
export function sceneImage(result: Result, scene: Scene, width: number, height: number): string {
  const stage = new Stage(result, scene);
  const image = imageOf(stage, stage.first, stage.span?.[1] ?? 0, width, height);
  stage.dispose();
  return image.toDataURL("image/png");
}
