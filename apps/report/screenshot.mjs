// A picture of a report in the browser, for the documentation:  node screenshot.mjs REPORT.html PICTURE.png
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

import { executable, flags } from "./test/browser.mjs";

const [report, picture] = process.argv.slice(2);
if (!picture) throw new Error("usage: node screenshot.mjs REPORT.html PICTURE.png");
const browser = await chromium.launch({ executablePath: executable, args: flags });
const page = await browser.newPage({ viewport: { width: 1360, height: 1000 } });
await page.goto(pathToFileURL(report).href);
// Where a plot and a scene can be seen together.
await page.evaluate(() => document.querySelector("#result-cone-wrench-foot .figure").scrollIntoView());
await page.waitForSelector("#result-cone-wrench-foot .scene canvas");
await page.waitForTimeout(1000);
await page.screenshot({ path: picture });
await browser.close();
