// Time for moving scenes: play, pause, scrub, speed, round and round.
import { element } from "../page/dom";
import { fixed } from "../text/numbers";

const speeds = [0.1, 0.25, 1, 4];

/** An instant, to the places that can be told apart in a time so long. */
export function instantText(now: number, [from, to]: [number, number]): string {
  return `${fixed(now, Math.min(9, Math.max(0, Math.ceil(-Math.log10((to - from) / 300)))))} s`;
}

export class Player {
  readonly element: HTMLElement;
  now: number;
  private readonly play = element("button", { type: "button", class: "scene-play" });
  private readonly loop = element("button", { type: "button", "aria-pressed": "true" }, "Loop");
  private readonly slider = element("input", { type: "range", step: "any", "aria-label": "Time" });
  private readonly shown = element("output", { class: "scene-time" });
  private readonly speed = element("select", { "aria-label": "Speed" });
  private isPlaying = false;
  private isInView = true;
  private frame = 0;
  private last: number | null = null;

  constructor(
    readonly span: [number, number],
    private readonly changed: (now: number) => void,
  ) {
    const [from, to] = span;
    this.now = from;
    // What is over in a moment is slowed down at first, what takes long is sped up.
    const first = to - from < 0.5 ? 0.1 : to - from < 2 ? 0.25 : to - from > 40 ? 4 : 1;
    for (const speed of speeds) this.speed.append(element("option", { value: String(speed) }, `${speed}×`));
    this.speed.value = String(first);
    this.slider.min = String(from);
    this.slider.max = String(to);
    this.play.addEventListener("click", () => this.toggle());
    this.loop.addEventListener("click", () => this.loop.setAttribute("aria-pressed", String(!this.isLooping)));
    this.slider.addEventListener("input", () => this.set(Number(this.slider.value)));
    this.element = element("div", { class: "scene-player", role: "group", "aria-label": "Time" });
    this.element.append(this.play, this.slider, this.shown, this.speed, this.loop);
    this.show();
  }

  toggle(): void {
    this.isPlaying = !this.isPlaying;
    if (this.isPlaying && this.now >= this.span[1]) this.set(this.span[0]);
    this.run();
    this.show();
  }

  /** Out of view time stands still: nothing is drawn that nobody sees. */
  setInView(isInView: boolean): void {
    if (isInView === this.isInView) return;
    this.isInView = isInView;
    this.run();
  }

  private get isLooping(): boolean {
    return this.loop.getAttribute("aria-pressed") === "true";
  }

  private run(): void {
    cancelAnimationFrame(this.frame);
    this.last = null;
    if (this.isPlaying && this.isInView) this.frame = requestAnimationFrame((time) => this.advance(time));
  }

  private advance(time: number): void {
    if (!this.element.isConnected) return;
    const [from, to] = this.span;
    let next = this.now + ((time - (this.last ?? time)) / 1000) * Number(this.speed.value);
    this.last = time;
    if (next > to) {
      // The end is shown once before it starts again.
      next = this.now < to || !this.isLooping ? to : from;
      this.isPlaying = this.isLooping;
    }
    this.set(next);
    if (this.isPlaying) this.frame = requestAnimationFrame((later) => this.advance(later));
  }

  private set(now: number): void {
    this.now = now;
    this.show();
    this.changed(now);
  }

  private show(): void {
    const text = instantText(this.now, this.span);
    this.slider.value = String(this.now);
    this.slider.setAttribute("aria-valuetext", text);
    this.shown.value = text;
    this.play.textContent = this.isPlaying ? "Pause" : "Play";
  }
}
