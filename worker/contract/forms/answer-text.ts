import type { ReadValue } from "#worker/contract/forms/form-reading";
import { missing } from "#worker/contract/text/missing";
import { formatKilobytes, printIsoDate } from "#worker/contract/text/printed-text";
import { textOfRichText } from "#worker/contract/text/rich-text";

/** Writes an answer of any kind as plain text for paper (§2 Printable applicant form). */
export const answerText = (read: ReadValue, timeZone: string): string => {
	switch (read.kind) {
		case "empty":
			return missing;
		case "rich-text":
			return textOfRichText(read.value);
		case "results":
			return read.value
				.map(({ title, candidate, registrationNumber, subjects }) =>
					[
						`${title}: ${candidate} (${registrationNumber})`,
						...subjects.map(({ name, grade }) => `${name} ${grade}`),
					].join("\n"),
				)
				.join("\n");
		case "date":
			return printIsoDate(read.value, timeZone);
		case "date-range":
			return `${printIsoDate(read.value.from, timeZone)} – ${printIsoDate(read.value.to, timeZone)}`;
		case "files":
			return read.value.map(({ name, size }) => `${name} (${formatKilobytes(size)})`).join("\n");
		case "unknown":
			return `${read.value} (unknown field type “${read.type}”)`;
		default:
			return read.value;
	}
};
