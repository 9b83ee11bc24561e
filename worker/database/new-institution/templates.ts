import type { MergeFieldName } from "#worker/contract/text/merge-fields";

const field = (name: MergeFieldName) => `{{${name}}}`;
const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join("");

const greeting = `Dear ${field("firstName")} ${field("lastName")},`;
const course = `<strong>${field("courseTitle")}</strong> (${field("courseCode")})`;
const number = `Application number: ${field("applicationNumber")}`;

const email = (name: string, subject: string, ...texts: string[]) => ({
	name,
	subject,
	type: "email" as const,
	content: paragraphs([greeting, ...texts, number, `Admissions Office<br>${field("organisationName")}`]),
});

const letter = (name: string, title: string, ...texts: string[]) => ({
	name,
	type: "document" as const,
	content: `<h1>${title}</h1>${paragraphs([greeting, ...texts])}`,
});

/** The templates that an institution begins with: an email for each stage type that writes and each reminder, and its letters. */
export const firstTemplates = {
	missing: email(
		"Document missing",
		"Your application needs one more document",
		"We cannot continue with your application yet: a document is missing or cannot be read.",
		field("comment"),
	),
	shortlisted: email(
		"Shortlisted",
		"You have been shortlisted",
		`You are on the list of applicants to be screened for ${field("courseTitle")}. We will write again with a date.`,
	),
	invitation: email(
		"Invitation to screening",
		"Invitation to screening",
		`You are invited to the screening exercise for ${field("courseTitle")}.`,
		field("comment"),
		"Bring the originals of your results and a printed copy of your application form.",
	),
	recommended: email(
		"Recommended for admission",
		"Your application has moved forward",
		`Your application to study ${field("courseTitle")} has been recommended. We will write again when it is decided.`,
	),
	offer: email(
		"Provisional offer",
		"Your provisional offer of admission",
		`We are pleased to offer you a provisional place to study ${field("courseTitle")}. Your offer letter is attached.`,
		field("comment"),
	),
	admitted: email(
		"Admitted",
		"Congratulations on your admission",
		`You have been admitted to study ${field("courseTitle")}. Your admission letter is attached.`,
	),
	declined: email(
		"Application not successful",
		"The outcome of your application",
		`We are sorry that we cannot offer you a place to study ${field("courseTitle")} this session.`,
	),
	unfinished: email(
		"Finish your application",
		"Your application is not submitted yet",
		`You have started your application to study ${field("courseTitle")} and not submitted it. What you have filled in is kept.`,
	),
	unpaid: email(
		"Application fee not paid",
		"Your application fee has not reached us",
		`We have not received the fee for your application to study ${field("courseTitle")}. If you have just paid, do nothing.`,
	),
	"reference-due": {
		name: "Reference still expected",
		subject: `We still expect your reference for ${field("fullName")}`,
		type: "email" as const,
		content: paragraphs([
			`${field("fullName")} named you as a referee for the application to study ${field("courseTitle")}. The application waits for your reference.`,
			`Admissions Office<br>${field("organisationName")}`,
		]),
	},
	"offer-letter": letter(
		"Provisional offer letter",
		"Provisional offer of admission",
		`We are pleased to offer you a provisional place to study ${course} in the ${field("applicationTitle")}.`,
		"The offer stands when the originals of your results have been verified. We will tell you when and where.",
		number,
	),
	"admission-letter": letter(
		"Admission letter",
		"Letter of admission",
		`I am pleased to inform you that ${field("organisationName")} has admitted you to study ${course} in the ${field("applicationTitle")}.`,
		"Bring this letter and the originals of your results to registration.",
		number,
		"Accept my congratulations.",
	),
};
