import type { FormCol, FormLayout, FormRow, FormSection } from "#worker/contract/forms/form-schema";

type Props = Partial<FormCol["props"]>;

const field = (fieldId: string, type: string, label: string, props: Props = {}): FormCol => ({
	fieldId,
	type,
	props: { label, ...props },
});
const needed = (fieldId: string, type: string, label: string, props: Props = {}) =>
	field(fieldId, type, label, { required: true, ...props });

const row = (id: string, ...cols: FormCol[]): FormRow => ({ id, cols });
const section = (id: string, title: string, rows: FormRow[], more: Partial<FormSection> = {}): FormSection => ({
	id,
	title,
	...more,
	rows,
});

const choices = (...values: string[]) => values.map((value) => ({ label: value, value }));

const subjects = choices(
	"English Language",
	"Mathematics",
	"Biology",
	"Chemistry",
	"Physics",
	"Agricultural Science",
	"Economics",
	"Government",
	"Literature in English",
	"Geography",
	"Commerce",
	"Financial Accounting",
	"Civic Education",
	"Christian Religious Studies",
	"Islamic Religious Studies",
	"Further Mathematics",
	"History",
	"Computer Studies",
	"Hausa",
	"Igbo",
	"Yoruba",
	"French",
);
const grades = choices("A1", "B2", "B3", "C4", "C5", "C6", "D7", "E8", "F9");

/** The form that an institution begins with. */
export const firstForm: FormLayout = {
	sections: [
		section(
			"personal",
			"Personal details",
			[
				row(
					"passport-row",
					field("passport", "camera", "Passport photograph", { help: "Plain background, face forward." }),
				),
				row("name-row", needed("surname", "text", "Surname"), needed("firstName", "text", "First name")),
				row("middle-name-row", field("middleName", "text", "Middle name")),
				row("contact-row", needed("email", "email", "Email address"), needed("phone", "phone", "Phone number")),
				row(
					"birth-row",
					needed("dateOfBirth", "single-date", "Date of birth"),
					needed("gender", "radio", "Gender", {
						options: [
							{ value: "F", label: "Female" },
							{ value: "M", label: "Male" },
						],
					}),
				),
				row(
					"origin-row",
					needed("nationality", "select", "Nationality", { source: "countries" }),
					field("origin", "select", "State of origin and local government area", {
						source: "nigeria-states-lga",
						alternateLabel: "State / LGA",
					}),
				),
				row("address-row", needed("address", "textarea", "Home address")),
			],
			{ description: "As they are on your birth certificate." },
		),
		section("utme", "JAMB examination", [
			row(
				"utme-row",
				field("jambNumber", "text", "JAMB registration number", { alternateLabel: "JAMB number" }),
				field("jambScore", "number", "Total score", { help: "Out of 400." }),
			),
		]),
		section(
			"results",
			"O'level results",
			[
				row(
					"sitting-row",
					needed("examination", "select", "Examination", { options: choices("WASSCE", "NECO SSCE", "NABTEB") }),
					needed("examinationYear", "number", "Year"),
				),
				row("examination-number-row", needed("candidateNumber", "text", "Candidate number")),
				{
					...row(
						"subject-row",
						needed("subject", "select", "Subject", { options: subjects }),
						needed("grade", "select", "Grade", { options: grades }),
					),
					repeatable: true,
				},
			],
			{ description: "Repeat the section for a second sitting.", repeatable: true },
		),
		section("documents", "Documents", [
			row(
				"documents-row",
				field("birthCertificate", "file", "Birth certificate or declaration of age", {
					alternateLabel: "Birth certificate",
				}),
				field("resultSlip", "file", "O'level result slip", { alternateLabel: "Result slip" }),
			),
		]),
		section("declaration", "Declaration", [
			row(
				"declaration-row",
				needed("declared", "checkbox", "I declare that everything I have given here is true.", {
					trueDisplay: "Declared to be true",
					falseDisplay: "Not declared",
				}),
			),
		]),
	],
};
