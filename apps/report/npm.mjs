// npm, with the arguments given:  node npm.mjs ci
//
// Where none is on the PATH, the version that package.json names is fetched once from the registry, held to its hash, and
// kept in .cache: Debian's package of npm brings about 350 others and takes longer to install than the page to build.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** Runs a command to its end; undefined where there is no such command. */
function run(command, args, options = {}) {
  const done = spawnSync(command, args, { stdio: "inherit", ...options });
  if (done.error?.code === "ENOENT") return undefined;
  if (done.error) throw done.error;
  return done.status ?? 1;
}

async function fetched() {
  const { packageManager } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const [, version, hash] = packageManager.match(/^npm@([0-9.]+)\+sha512\.([0-9a-f]{128})$/);
  const folder = join(here, ".cache", `npm-${version}`);
  const program = join(folder, "bin", "npm-cli.js");
  if (existsSync(program)) return program;
  const answer = await fetch(`https://registry.npmjs.org/npm/-/npm-${version}.tgz`);
  if (!answer.ok) throw new Error(`the registry answers ${answer.status} for npm ${version}`);
  const archive = Buffer.from(await answer.arrayBuffer());
  if (createHash("sha512").update(archive).digest("hex") !== hash)
    throw new Error(`npm ${version} as fetched has another hash than package.json says`);
  mkdirSync(dirname(folder), { recursive: true });
  const unpacked = mkdtempSync(`${folder}-`); // renamed when whole: another build may be at it too
  const failed = run("tar", ["-xz", "--strip-components=1", "-C", unpacked], { input: archive, stdio: ["pipe", "inherit", "inherit"] });
  if (failed !== 0) throw new Error("tar could not unpack npm");
  try {
    renameSync(unpacked, folder);
  } catch (error) {
    rmSync(unpacked, { recursive: true });
    if (!existsSync(program)) throw error;
  }
  return program;
}

const args = process.argv.slice(2);
process.exitCode = run("npm", args) ?? run(process.execPath, [await fetched(), ...args]);
