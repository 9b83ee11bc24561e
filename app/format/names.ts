import { missing } from "#app/format/missing";

export interface PersonName {
	firstName?: string | null;
	middleName?: string | null;
	lastName?: string | null;
}

/** First, middle and last name in that order (§2), composed so that letter and tone mark are one character. */
export const fullName = ({ firstName, middleName, lastName }: PersonName): string => {
	const name = [firstName, middleName, lastName]
		.map((part) => part?.trim() ?? "")
		.filter((part) => part !== "")
		.join(" ");
	return name === "" ? missing : name.normalize("NFC");
};

/** Words that an institution's initials leave out: "University of Lagos" is UL. */
const smallWords = new Set(["of", "the", "and", "for", "de", "&"]);

/** At most two capitals: of the first and the last word. Counts a letter with its marks as one. */
export const initialsOf = (name: string): string => {
	const words = name
		.normalize("NFC")
		.split(/[\s-]+/)
		.filter((word) => /^[\p{L}\p{N}]/u.test(word) && !smallWords.has(word.toLowerCase()));
	const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
	const initials = ends.map((word) => word?.match(/^[\p{L}\p{N}]\p{M}*/u)?.[0] ?? "").join("");
	return initials === "" ? "?" : initials.toLocaleUpperCase("en");
};
