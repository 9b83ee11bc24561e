import * as v from "valibot";
import { described, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { acceptedPictures, megabytes } from "#worker/contract/forms/accepted-files";
import { multipartBody } from "#worker/contract/forms/file-part";
import { Id } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { RecordChange } from "#worker/contract/records";
import { requiredLine } from "#worker/contract/text/required-line";
import { visibleLine, visibleText } from "#worker/contract/text/visible-text";
import { TimeOfDay } from "#worker/contract/time-of-day";
import { RecordVersion, SeenVersion } from "#worker/contract/version";
import { getOrganisation, Organisation } from "#worker/services/organisation/contract";

const section = "§7 Organisation and settings";
const writers = ["organisation:u"] as const;
const readers = anyOf("organisation");

export const maxUndoWindowSeconds = 600;

export const wrongUndoWindow = `Enter a whole number of seconds from 0 to ${maxUndoWindowSeconds}.`;

const [fewestMonths, mostMonths] = [12, 120];

export const wrongLogRetention = `Enter a whole number of months from ${fewestMonths} to ${mostMonths}, or nothing.`;

/** How long the activity and the modification log are kept; null for ever. */
export const LogRetentionMonths = described(
	v.nullable(
		v.pipe(
			v.number(wrongLogRetention),
			v.integer(wrongLogRetention),
			v.minValue(fewestMonths, wrongLogRetention),
			v.maxValue(mostMonths, wrongLogRetention),
		),
	),
	"How many months the activity and the modification log are kept, from 12 to 120; null for ever.",
);

/** How long a change can be undone; with 0, the emails of a stage change are sent at once. */
export const UndoWindowSeconds = described(
	v.pipe(
		v.number(wrongUndoWindow),
		v.integer(wrongUndoWindow),
		v.minValue(0, wrongUndoWindow),
		v.maxValue(maxUndoWindowSeconds, wrongUndoWindow),
	),
	"How many seconds a change can be undone and its messages wait.",
);

const line = (maxLength: number) =>
	v.pipe(v.string(), v.transform(visibleLine), v.maxLength(maxLength, `Enter at most ${maxLength} characters.`));

/** A line that may be left empty, which is null. */
const optionalLine = (maxLength: number) =>
	v.nullable(
		v.pipe(
			line(maxLength),
			v.transform((text) => text || null),
		),
	);

const isWebAddress = (text: string | null): boolean =>
	text === null || (URL.canParse(text) && new URL(text).protocol === "https:");

const isTimeZone = (zone: string): boolean => {
	try {
		new Intl.DateTimeFormat("en", { timeZone: zone });
		return true;
	} catch {
		return false;
	}
};

/** What an institution says of itself, as staff type it. */
export const InstitutionFields = {
	name: described(
		requiredLine("Enter the name of the institution", 150, "Enter at most 150 characters."),
		"The name of the institution.",
	),
	address: described(optionalLine(300), "The postal address; null without one."),
	timeZone: described(
		v.pipe(line(60), v.check(isTimeZone, "There is no such time zone. Africa/Lagos is one.")),
		"The time zone of the institution, such as Africa/Lagos.",
	),
	courseAlias: described(
		requiredLine("Enter what a course is called", 30, "Enter at most 30 characters."),
		"What a course is called, such as programme.",
	),
	applicantSiteUrl: described(
		v.pipe(optionalLine(500), v.check(isWebAddress, "Enter an address that begins with https://.")),
		"The address of the applicants' own site; null without one.",
	),
};

/** Makes a setting one that may be left out, under the same description. */
const ifNamed = <S extends v.GenericSchema>(schema: S) => {
	const { description }: Record<string, unknown> = v.getMetadata<v.GenericSchema>(schema);
	return described(v.optional(schema), String(description));
};

export const logoPart = "logo";
/** why far less than other files: it is on every page, in every letter and in every email. */
export const maxLogoBytes = 2_000_000;
export const logoTooLarge = `A logo can have at most ${megabytes(maxLogoBytes)}. Choose a smaller one.`;

/** Settings of an institution; one that is left out is kept. */
export const OrganisationChange = v.strictObject({
	name: ifNamed(InstitutionFields.name),
	address: ifNamed(InstitutionFields.address),
	timeZone: ifNamed(InstitutionFields.timeZone),
	courseAlias: ifNamed(InstitutionFields.courseAlias),
	applicantSiteUrl: ifNamed(InstitutionFields.applicantSiteUrl),
	undoWindowSeconds: described(
		v.optional(UndoWindowSeconds),
		"How many seconds a change can be undone and its messages wait, from 0 to 600.",
	),
	quietFrom: described(v.optional(TimeOfDay), "When the hours begin in which no reminder is sent, HH:MM."),
	quietUntil: described(v.optional(TimeOfDay), "When they end, HH:MM; the same as their beginning for none."),
	logRetentionMonths: described(
		v.optional(LogRetentionMonths),
		"How many months the activity and the modification log are kept, from 12 to 120; null for ever.",
	),
	platformChargeEnabled: described(v.optional(v.boolean()), "Whether the platform's charge is added to payments."),
	logo: described(v.optional(v.null()), "Null removes the logo. A new one is sent as a file."),
	version: SeenVersion,
});

export const updateOrganisation = defineEndpoint({
	method: "PUT",
	path: "/organisation",
	summary: `Change settings of the signed-in user's institution; what is left out stays. JSON; with a logo (${acceptedPictures.names}, at most ${megabytes(maxLogoBytes)}) a multipart body: \`data\` is the JSON, \`${logoPart}\` the picture.`,
	section,
	access: writers,
	body: multipartBody(OrganisationChange),
	encoding: "multipart",
	alsoJson: true,
	example: { undoWindowSeconds: 30 },
	response: Organisation,
	problems: ["institution_not_updated", "changed_meanwhile"],
});

/** §5 Portal save. */
const portalMissing = "Portal Title and Welcome Message are required";

/** What the login page says. */
export const PortalFields = {
	title: described(requiredLine(portalMissing, 100, "Enter at most 100 characters."), "The title of the login page."),
	welcomeMessage: described(
		v.pipe(
			v.string(portalMissing),
			v.transform(visibleText),
			v.minLength(1, portalMissing),
			v.maxLength(1_000, "Enter at most 1,000 characters."),
		),
		"What the login page says below its title; it may have several lines.",
	),
};

export const Portal = v.object({
	title: v.nullable(text("The title of the login page; null until one was chosen.")),
	welcomeMessage: v.nullable(text("What the login page says below its title; null until it was written.")),
	version: RecordVersion,
});

export const getPortal = defineEndpoint({
	method: "GET",
	path: "/organisation/portal",
	summary: "What the login page of the signed-in user's institution says.",
	section,
	access: readers,
	response: Portal,
});

export const updatePortal = defineEndpoint({
	method: "PUT",
	path: "/organisation/portal",
	summary: "Change what the login page says.",
	section,
	access: writers,
	body: v.strictObject({ ...PortalFields, version: SeenVersion }),
	response: Portal,
	problems: ["institution_not_updated", "changed_meanwhile"],
});

export const maxContacts = 10;

const optional = (maxLength: number, about: string) => described(v.optional(optionalLine(maxLength), null), about);

/** Ways to reach an institution. Whether an email address is one is checked when they are saved (§5). */
export const ContactList = described(
	v.pipe(
		v.array(v.strictObject({ email: optional(320, "The email address."), phone: optional(40, "The phone number.") })),
		v.maxLength(maxContacts, `An institution has at most ${maxContacts} contacts.`),
	),
	"All contacts, the main one first: applicants answer to the first email address. Empty ones are left out.",
);

export const saveContacts = defineEndpoint({
	method: "POST",
	path: "/organisation/contacts",
	summary: "Save how the institution can be reached. The list replaces the former one.",
	section,
	access: writers,
	body: v.strictObject({ contacts: ContactList, version: SeenVersion }),
	response: Organisation,
	problems: ["contact_email_wrong", "institution_not_updated", "changed_meanwhile"],
	idempotent: true,
});

/** The history of all settings, as of a set-up record: each change has the fields of what was saved together. */
export const settingsRecord = {
	find: getOrganisation,
	history: defineEndpoint({
		method: "GET",
		path: "/organisation/history",
		summary: "Who changed which settings, when, and what they were before and afterwards; the newest change first.",
		section,
		access: readers,
		query: v.strictObject({ page: PageIndex, size: PageSize() }),
		response: PageOf(RecordChange),
	}),
	restore: defineEndpoint({
		method: "POST",
		path: "/organisation/restore",
		summary: "Restore the settings as they were after a change. This counts as a new change.",
		section,
		access: writers,
		body: v.strictObject({
			changeId: described(Id, "The id of the change, from the history."),
			version: SeenVersion,
		}),
		response: Organisation,
		problems: ["state_not_restorable", "institution_not_updated", "changed_meanwhile", "not_found"],
		idempotent: true,
	}),
};
export const { history: listSettingsChanges, restore: restoreSettings } = settingsRecord;
