import type { FormLayout, FormSection } from "#worker/contract/forms/form-schema";
import {
	declaration,
	documents,
	field,
	heardFrom,
	necessary,
	nextOfKin,
	options,
	personalDetails,
	qualifications,
	refereeReport,
	repeatableRow,
	row,
	sponsors,
	subjects,
} from "./form-parts";

const schools: FormSection = {
	id: "schools",
	title: "Schools attended",
	description: "Repeat the section for each school, the latest first.",
	repeatable: true,
	rows: [
		row(
			"school-row",
			field("text", "schoolName", "Name of school"),
			field("date", "schoolPeriod", "From and to", { alternateLabel: "Attended" }),
		),
		row(
			"qualification-row",
			field("select", "qualification", "Qualification obtained", { options: options(qualifications) }),
		),
	],
};

const prizes: FormSection = {
	id: "prizes",
	title: "Prizes and positions held",
	rows: [repeatableRow("prize-row", field("text", "prize", "Prize or position"), field("number", "prizeYear", "Year"))],
};

const examination: FormSection = {
	id: "utme",
	title: "JAMB examination",
	rows: [
		row(
			"utme-row",
			field("text", "jambNumber", "JAMB registration number", { ...necessary, alternateLabel: "JAMB number" }),
			field("number", "jambScore", "Total score", { help: "Out of 400." }),
		),
		repeatableRow(
			"utme-subject-row",
			field("select", "utmeSubject", "Subject", { options: options(["Use of English", ...subjects]) }),
			field("number", "utmeScore", "Score"),
		),
	],
};

const results: FormSection = {
	id: "results",
	title: "O'level results",
	description: "Repeat the section for a second sitting.",
	repeatable: true,
	rows: [row("neco-row", field("neco-result", "necoResult", "NECO result"))],
};

const statement: FormSection = {
	id: "statement",
	title: "About you",
	rows: [
		row("statement-row", field("wysiwyg", "statement", "Why do you want to study this course?")),
		row(
			"heard-row",
			field("radio", "heardFrom", "How did you hear of us?", { options: options(heardFrom) }),
			field("select", "sponsor", "Who will pay your fees?", { options: options(sponsors) }),
		),
	],
};

const degree: FormSection = {
	id: "degrees",
	title: "Degrees",
	description: "Repeat the section for each degree or diploma.",
	repeatable: true,
	rows: [
		row(
			"degree-row",
			field("text", "university", "University or polytechnic", necessary),
			field("text", "degreeTitle", "Degree and discipline", necessary),
		),
		row(
			"class-row",
			field("select", "degreeClass", "Class", {
				options: options([
					"First Class",
					"Second Class Upper",
					"Second Class Lower",
					"Third Class",
					"Distinction",
					"Upper Credit",
					"Lower Credit",
				]),
			}),
			field("date", "degreePeriod", "From and to", { alternateLabel: "Studied" }),
		),
	],
};

const employment: FormSection = {
	id: "employment",
	title: "Employment",
	rows: [
		repeatableRow(
			"job-row",
			field("text", "employer", "Employer"),
			field("text", "jobTitle", "Position"),
			field("date", "jobPeriod", "From and to", { alternateLabel: "Employed" }),
		),
	],
};

const proposal: FormSection = {
	id: "proposal",
	title: "Research interest",
	rows: [row("proposal-row", field("wysiwyg", "statement", "What do you want to work on?"))],
};

const studyPlan: FormSection = {
	id: "study-plan",
	title: "Choice of programme",
	rows: [
		row(
			"plan-row",
			field("radio", "attendance", "How will you attend?", { options: options(["Full time", "Evening"]) }),
			field("select", "sponsor", "Who will pay your fees?", { options: options(sponsors) }),
		),
		row("plan-reason-row", field("wysiwyg", "statement", "Why do you want to take this programme?")),
	],
};

const academic = refereeReport("academic", "Academic referee's report");

export const undergraduateForm: FormLayout = {
	sections: [
		personalDetails,
		nextOfKin,
		schools,
		examination,
		results,
		prizes,
		statement,
		documents,
		declaration,
		academic,
	],
};

/** What applicants of the year before answered. */
export const undergraduateFormOld: FormLayout = {
	sections: [personalDetails, nextOfKin, schools, examination, documents, declaration],
};

export const postgraduateForm: FormLayout = {
	sections: [
		personalDetails,
		nextOfKin,
		degree,
		employment,
		proposal,
		documents,
		declaration,
		academic,
		refereeReport("professional", "Professional referee's report"),
	],
};

export const polytechnicForm: FormLayout = {
	sections: [personalDetails, nextOfKin, schools, results, studyPlan, documents, declaration, academic],
};
