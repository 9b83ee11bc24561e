import data from "./data/prose.json";
import type { PersonName } from "./names";
import type { Random } from "./random";

const { statement, reports } = data;

/** Writes an applicant's statement, as the rich-text editor saves it. */
export const statementText = (random: Random, courseTitle: string): string => {
	const course = courseTitle.replace(/ \(.*\)$/, "");
	const opening = random.pick(statement.openings).replace("{course}", course);
	const list = random.chance(0.25) ? "<ul><li>Hardworking</li><li>Punctual</li><li>Good with people</li></ul>" : "";
	return `<p>${opening} ${random.pick(statement.middles)}</p>${list}<p><strong>${course}</strong> is my first choice. ${random.pick(statement.ends)}</p>`;
};

/** Writes a referee's report. */
export const reportText = (random: Random, { firstName, gender }: PersonName): string => {
	const [they, them] = gender === "F" ? ["she", "her"] : ["he", "him"];
	const text = random
		.pick(reports)
		.replace("{name}", firstName)
		.replaceAll("{they}", they)
		.replaceAll("{They}", they === "she" ? "She" : "He")
		.replaceAll("{them}", them);
	return `<p>${text}</p>`;
};
