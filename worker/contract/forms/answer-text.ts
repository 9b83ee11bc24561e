import type { ReadValue } from "#worker/contract/forms/form-values";
import { missing, printIsoDate, printKilobytes } from "#worker/contract/text/printed-text";
import { textOfHtml } from "#worker/contract/text/text-of-html";

/** An answer as it stands on paper (§2 Printable applicant form), whatever it is, as text alone. */
export const answerText = (read: ReadValue, timeZone: string): string => {
	switch (read.kind) {
		case "empty":
			return missing;
		case "html":
			return textOfHtml(read.value);
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
			return [read.text ?? [], read.value.map(({ name, size }) => `${name} (${printKilobytes(size)})`)]
				.flat(2)
				.join("\n");
		case "unknown":
			return `${read.value} (unknown field type “${read.type}”)`;
		default:
			return read.value;
	}
};
