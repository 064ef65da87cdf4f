// Reads the document and shows it, or, where the address asks for #export=png or #export=svg, hands out its pictures.
import type { Report } from "./document";
import { exportPictures } from "./picture/export";
import { showPage } from "./page/page";
import { followTheme } from "./page/theme";

const report = JSON.parse(document.getElementById("document")!.textContent!) as Report;
const wanted = /^#export=(png|svg)$/.exec(location.hash)?.[1] as "png" | "svg" | undefined;

if (wanted) {
  exportPictures(report, wanted);
} else {
  followTheme();
  showPage(report, document.getElementById("report")!);
}
