import type { KnownStageType } from "#worker/contract/stage-types";

/** Templates of an institution; those of a stage type are tied to its steps. */
export interface TemplatePlan {
	key: string;
	name: string;
	type: "email" | "document" | "sms";
	origin: "user" | "system";
	active?: boolean;
	subject?: string;
	content: string;
	stages?: readonly KnownStageType[];
}

const letter = (...paragraphs: string[]) =>
	["<p>Dear {{firstName}} {{lastName}},</p>", ...paragraphs.map((text) => `<p>${text}</p>`)]
		.concat("<p>Application number: {{applicationNumber}}</p>", "<p>Admissions Office<br>{{organisationName}}</p>")
		.join("");

const table = (rows: readonly (readonly [string, string])[]) =>
	`<table><tbody>${rows.map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`).join("")}</tbody></table>`;

const document = (title: string, ...parts: string[]) =>
	[`<h1>${title}</h1>`, "<p>Dear {{firstName}} {{lastName}},</p>"]
		.concat(parts.map((part) => (/^<(ol|ul|table|blockquote)/.test(part) ? part : `<p>${part}</p>`)))
		.join("");

export const templatePlans: readonly TemplatePlan[] = [
	{
		key: "received",
		name: "Application received",
		type: "email",
		origin: "system",
		subject: "We have received your application",
		content: letter("Your application to {{courseTitle}} has reached us. We write again when it has been reviewed."),
		stages: ["SUBMITTED", "IN_REVIEW"],
	},
	{
		key: "missing",
		name: "Documents missing",
		type: "email",
		origin: "user",
		subject: "Your application needs one more document",
		content: letter(
			"We cannot go on with your application yet: a document is missing or cannot be read.",
			"{{comment}}",
		),
		stages: ["FOLLOW_UP"],
	},
	{
		key: "shortlisted",
		name: "Shortlisted",
		type: "email",
		origin: "user",
		subject: "You have been shortlisted",
		content: letter("You are on the list of applicants to be screened for {{courseTitle}}. A date follows shortly."),
		stages: ["SHORTLISTED"],
	},
	{
		key: "invitation",
		name: "Screening invitation",
		type: "email",
		origin: "user",
		subject: "Invitation to screening",
		content: letter(
			"You are invited to the screening exercise for {{courseTitle}} at {{locationName}}.",
			"Bring the originals of your results and a printed copy of your application form.",
		),
		stages: ["INVITATION"],
	},
	{
		key: "recommended",
		name: "Recommended for admission",
		type: "email",
		origin: "user",
		subject: "Your application has moved forward",
		content: letter("Your application to {{courseTitle}} has been recommended and goes on to the next board."),
		stages: ["RECOMMENDED_ONE", "RECOMMENDED_TWO", "RECOMMENDED_THREE"],
	},
	{
		key: "offer",
		name: "Provisional offer",
		type: "email",
		origin: "user",
		subject: "Your provisional offer of admission",
		content: letter("We are pleased to offer you a provisional place to study {{courseTitle}}.", "{{comment}}"),
		stages: ["CONDITIONAL_OFFER"],
	},
	{
		key: "admitted",
		name: "Congratulations, you are admitted",
		type: "email",
		origin: "user",
		subject: "Congratulations on your admission",
		content: letter("You have been admitted to study {{courseTitle}}. Your admission letter is attached."),
		stages: ["ACCEPTED"],
	},
	{
		key: "declined",
		name: "Application not successful",
		type: "email",
		origin: "user",
		subject: "The outcome of your application",
		content: letter("We are sorry that we cannot offer you a place to study {{courseTitle}} this session."),
		stages: ["DECLINED"],
	},
	{
		key: "deadline",
		name: "Deadline reminder",
		type: "email",
		origin: "user",
		active: false,
		subject: "Finish your application before it closes",
		content: letter("You have started an application and not submitted it."),
	},
	{
		key: "invitation-slip",
		name: "Screening slip",
		type: "document",
		origin: "user",
		content: document(
			"Screening slip",
			"You are invited to the screening exercise for <strong>{{courseTitle}}</strong>.",
			table([
				["Candidate", "{{fullName}}"],
				["Application number", "{{applicationNumber}}"],
				["Place", "{{locationName}}"],
			]),
			"Bring the originals of your results and a printed copy of your application form.",
		),
		stages: ["INVITATION"],
	},
	{
		key: "offer-letter",
		name: "Provisional offer letter",
		type: "document",
		origin: "user",
		content: document(
			"Provisional offer of admission",
			"We are pleased to offer you a provisional place to study <strong>{{courseTitle}}</strong> ({{courseCode}}) in the {{applicationTitle}}. The offer stands when these conditions are met:",
			"<ol><li>the originals of your results are verified at screening;</li><li>the acceptance fee is paid within <u>four weeks</u> of the date of this letter.</li></ol>",
			table([
				["Acceptance fee", "₦45,000.00"],
				["Registration", "₦12,500.00"],
			]),
			"<blockquote>An offer that is not accepted in time lapses without further notice.</blockquote>",
		),
		stages: ["CONDITIONAL_OFFER"],
	},
	{
		key: "admission-letter",
		name: "Admission letter",
		type: "document",
		origin: "user",
		content: document(
			"Letter of admission",
			"I am pleased to inform you that {{organisationName}} has admitted you to study <strong>{{courseTitle}}</strong> ({{courseCode}}) in the {{applicationTitle}}.",
			table([
				["Application number", "{{applicationNumber}}"],
				["Course", "{{courseCode}} {{courseTitle}}"],
				["Acceptance fee", "₦45,000.00"],
				["Registration", "₦12,500.00"],
			]),
			"Please bring to registration:",
			"<ul><li>this letter and the receipt of your acceptance fee;</li><li>the originals of your O'level results and your birth certificate;</li><li>four passport photographs.</li></ul>",
			"Accept my congratulations.",
		),
		stages: ["ACCEPTED"],
	},
	{
		key: "sms-invitation",
		name: "Screening reminder",
		type: "sms",
		origin: "user",
		content: "{{firstName}}, your screening for {{courseCode}} is tomorrow at {{locationName}}. Bring your originals.",
	},
	{
		key: "sms-admitted",
		name: "Admission notice",
		type: "sms",
		origin: "system",
		content: "Congratulations {{firstName}}! You are admitted. Log in with {{applicationNumber}} to print your letter.",
	},
];
