import { missing } from "#worker/contract/text/missing";

export interface PersonName {
	firstName?: string | null;
	middleName?: string | null;
	lastName?: string | null;
}

/** Joins first, middle and last name in this order (§2), composed so that letter and tone mark are one character. */
export const fullName = ({ firstName, middleName, lastName }: PersonName): string => {
	const name = [firstName, middleName, lastName]
		.map((part) => part?.trim() ?? "")
		.filter((part) => part !== "")
		.join(" ");
	return name === "" ? missing : name.normalize("NFC");
};

/** Words that do not count for an institution's initials: "University of Lagos" is UL. */
const smallWords = new Set(["of", "the", "and", "for", "de", "&"]);

/** Returns at most two capitals: of the first and the last word. A letter with its marks counts as one. */
export const initialsOf = (name: string): string => {
	const words = name
		.normalize("NFC")
		.split(/[\s-]+/)
		.filter((word) => /^[\p{L}\p{N}]/u.test(word) && !smallWords.has(word.toLowerCase()));
	const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
	const initials = ends.map((word) => word?.match(/^[\p{L}\p{N}]\p{M}*/u)?.[0] ?? "").join("");
	return initials === "" ? "?" : initials.toLocaleUpperCase("en");
};
