import { spawnSync } from "node:child_process";

const run = (...command) => {
	const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
	const [program, ...args] = [...sudo, ...command];
	return spawnSync(program, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
};

/** Reads anew which packages there are. @returns {boolean} whether this is Debian, or like it, and may be changed */
export const updatePackages = () => run("apt-get", "update").status === 0;

/** Installs packages of Debian. @param {string[]} names all of them or none @returns {boolean} whether they are there */
export const installPackages = (...names) =>
	run("apt-get", "install", "-y", "--no-install-recommends", ...names).status === 0;
