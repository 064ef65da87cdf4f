// Where a scene will be: until it comes near, a frame of the same size stands in for it, so that nothing moves later.
import { element } from "../page/dom";
import type { Result, Scene } from "../document";
import { nearView } from "../page/near_view";
import { hasTime } from "./kinds";
import { sceneView } from "./scene";

function standIn(scene: Scene): HTMLElement {
  const names = scene.shapes.map(({ label }) => label).filter((label) => label !== "");
  const isMoving = scene.shapes.some((shape) => shape.motion || hasTime(shape));
  const button = (...content: (HTMLElement | string)[]) => element("button", { type: "button" }, ...content);
  const legend = names.map((name) => button(element("canvas", { width: "36", height: "24" }), name));
  const controls = element("div", { class: "controls" }, button("Reset"), button("PNG"));
  const time = [element("input", { type: "range" }), element("output", { class: "scene-time" }), element("select")];
  return element(
    "figure",
    { class: "figure scene waiting" },
    element("div", { class: "head" }, element("h3", {}, scene.title), controls),
    element("div", { class: "legend" }, ...legend),
    element("div", { class: "scene-stage" }),
    isMoving ? element("div", { class: "scene-player" }, button("Play"), ...time, button("Loop")) : null,
    scene.caption === "" ? null : element("figcaption", {}, scene.caption),
  );
}

export function scenePlace(result: Result, scene: Scene): HTMLElement {
  const place = element("div", { class: "scene-place" }, standIn(scene));
  const begin = nearView(place, () => place.replaceChildren(sceneView(result, scene)));
  window.addEventListener("beforeprint", begin);
  return place;
}
