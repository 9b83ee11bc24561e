/** An amount as people write it: "50,000.00", "50000", "0.5", with no sign and no currency. */
const written = /^(\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d{1,2}))?$/;

/** Returns an amount in minor units: "15,000.5" is 1500050; undefined for what is no amount. why by its digits: 0.29 * 100 is not 29. */
export const readAmount = (typed: string): number | undefined => {
	const [, major, minor = ""] = written.exec(typed.trim()) ?? [];
	return major === undefined ? undefined : Number(`${major.replaceAll(",", "")}${minor.padEnd(2, "0")}`);
};
