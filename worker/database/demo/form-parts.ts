import type { FieldProps, FormCol, FormRow, FormSection } from "#worker/contract/forms/form-schema";

type More = Omit<FieldProps, "label">;

export const field = (type: string, fieldId: string, label: string, more: More = {}): FormCol => ({
	fieldId,
	type,
	props: { label, ...more },
});

/** Options whose values are the given codes, or the labels themselves. */
export const options = (list: readonly (string | readonly [value: string, label: string])[]) =>
	list.map((entry) =>
		typeof entry === "string" ? { label: entry, value: entry } : { value: entry[0], label: entry[1] },
	);

export const row = (id: string, ...cols: FormCol[]): FormRow => ({ id, cols });
export const repeatableRow = (id: string, ...cols: FormCol[]): FormRow => ({ id, repeatable: true, cols });

export const necessary = { required: true } as const;

export const genders = options([
	["F", "Female"],
	["M", "Male"],
]);
export const relationships = [
	"Lecturer",
	"School principal",
	"Head of department",
	"Employer",
	"Religious leader",
	"Mentor",
];
export const qualifications = [
	"WASSCE",
	"NECO SSCE",
	"NABTEB",
	"First School Leaving Certificate",
	"A Level",
	"OND",
	"NCE",
];
export const subjects = [
	"Mathematics",
	"Physics",
	"Chemistry",
	"Biology",
	"Economics",
	"Government",
	"Literature in English",
	"Commerce",
	"Geography",
	"Agricultural Science",
	"Christian Religious Studies",
	"Islamic Studies",
];
export const heardFrom = [
	"A student or graduate",
	"My school",
	"Family or friends",
	"Radio or television",
	"Social media",
	"An education fair",
];
export const sponsors = ["Parents", "Guardian", "Self", "Scholarship", "Employer"];

/** Who the applicant is: the same in every form. */
export const personalDetails: FormSection = {
	id: "personal",
	title: "Personal details",
	description: "As they are on your birth certificate.",
	rows: [
		row(
			"passport-row",
			field("camera", "passport", "Passport photograph", { help: "Plain background, face forward." }),
		),
		row(
			"birth-row",
			field("radio", "gender", "Gender", { ...necessary, options: genders }),
			field("single-date", "dateOfBirth", "Date of birth", necessary),
			field("select", "maritalStatus", "Marital status", { options: options(["Single", "Married", "Widowed"]) }),
		),
		row(
			"contact-row",
			field("phone", "phone", "Phone number", necessary),
			field("email", "email", "Email address", necessary),
		),
		row(
			"origin-row",
			field("select", "nationality", "Nationality", { ...necessary, source: "countries" }),
			field("select", "origin", "State of origin and local government area", {
				...necessary,
				source: "nigeria-states-lga",
				alternateLabel: "State / LGA",
			}),
		),
		row("address-row", field("textarea", "address", "Home address", necessary)),
		row(
			"identity-row",
			field("text", "nin", "National Identification Number (NIN)", { alternateLabel: "NIN" }),
			field("text", "hometown", "Home town"),
		),
	],
};

export const nextOfKin: FormSection = {
	id: "next-of-kin",
	title: "Next of kin",
	rows: [
		row("kin-row", field("text", "kinName", "Full name", necessary), field("phone", "kinPhone", "Phone number")),
		row("kin-address-row", field("textarea", "kinAddress", "Address")),
	],
};

export const documents: FormSection = {
	id: "documents",
	title: "Documents",
	description: "PDF, JPEG or PNG, 10 MB each at most.",
	rows: [
		row(
			"documents-row",
			field("file", "birthCertificate", "Birth certificate or declaration of age", {
				alternateLabel: "Birth certificate",
			}),
			field("file", "resultSlip", "O'level result slip", { alternateLabel: "Result slip" }),
		),
		row(
			"lga-row",
			field("file", "lgaLetter", "Letter of local government identification", { alternateLabel: "LGA letter" }),
		),
	],
};

export const declaration: FormSection = {
	id: "declaration",
	title: "Declaration",
	rows: [
		row(
			"hostel-row",
			field("checkbox", "hostel", "Do you need a place in a hall of residence?", {
				trueDisplay: "Yes, a hostel place is needed",
				falseDisplay: "No, lives off campus",
			}),
		),
		row(
			"declaration-row",
			field("checkbox", "declared", "I declare that everything I have given here is true.", {
				...necessary,
				trueDisplay: "Declared to be true",
				falseDisplay: "Not declared",
			}),
		),
	],
};

/** Answered by a referee; hidden from the applicant's own form (§2). */
export const refereeReport = (kind: string, title: string): FormSection => ({
	id: `referee-${kind}`,
	title,
	refereeSectionType: kind,
	rows: [
		row(
			`referee-${kind}-row`,
			field("select", "refereeRelationship", "Relationship to the applicant", {
				...necessary,
				options: options(relationships),
			}),
			field("number", "refereeYears", "Years you have known the applicant"),
		),
		row(`referee-${kind}-report-row`, field("wysiwyg", "refereeReport", "Your report", necessary)),
		row(
			`referee-${kind}-advice-row`,
			field("checkbox", "refereeRecommends", "Do you recommend the applicant?", {
				trueDisplay: "Recommended",
				falseDisplay: "Not recommended",
			}),
		),
	],
});
