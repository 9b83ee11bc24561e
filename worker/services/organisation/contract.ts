import * as v from "valibot";
import { described, file, flag, pictures, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Keyword } from "#worker/contract/page";
import { AddressedOrganisationId } from "#worker/contract/reserved-names";
import { visibleLine } from "#worker/contract/text/visible-text";
import { TimeOfDay } from "#worker/contract/time-of-day";

/** The public part of an institution, for the login page. */
export const PublicOrganisation = v.object({
	id: text("The id of the institution, which is the first segment of its addresses."),
	name: text("The name of the institution."),
	shortName: text("The short name of the institution."),
	logoUrl: v.nullable(text("The address of the logo; null without one.")),
	supportEmail: v.nullable(text("The address that helps a user who cannot sign in.")),
	address: v.nullable(text("The postal address.")),
	timeZone: text("The time zone of the institution, such as Africa/Lagos."),
	contacts: described(
		v.array(v.object({ email: v.nullable(text("The email address.")), phone: v.nullable(text("The phone number.")) })),
		"How the institution can be reached.",
	),
	aliases: described(v.object({ course: text("What a course is called.") }), "What the institution calls some things."),
});

export type PublicOrganisation = v.InferOutput<typeof PublicOrganisation>;

export const Organisation = v.object({
	...PublicOrganisation.entries,
	platformChargeEnabled: flag("Whether the platform's charge is added to payments."),
	applicantSiteUrl: v.nullable(text("The address of the applicants' own site.")),
	hasLocations: flag("Whether there are locations that applicants can be posted to."),
	undoWindowSeconds: whole("How many seconds a change can be undone and its messages wait, from 0 to 600."),
	quietFrom: text("When the hours begin in which no reminder is sent, HH:MM in the time zone of the institution."),
	quietUntil: text("When they end; the same as their beginning where there are none."),
});
export type Organisation = v.InferOutput<typeof Organisation>;

export const listPortals = defineEndpoint({
	method: "GET",
	path: "/portals",
	summary: "Institutions whose name contains every typed word.",
	section: "§7 Authentication and users",
	access: "public",
	query: v.strictObject({
		orgName: described(v.optional(Keyword, ""), "Words of the name. Without them nothing is found."),
	}),
	response: v.array(v.object({ id: text("The id of the institution."), name: text("The name of the institution.") })),
});

export const getOrganisation = defineEndpoint({
	method: "GET",
	path: "/organisation",
	summary: "The signed-in user's institution.",
	section: "§7 Organisation and settings",
	access: "signed-in",
	response: Organisation,
});

export const getLogo = defineEndpoint({
	method: "GET",
	path: "/organisation/:id/logo",
	summary: "The institution's logo.",
	section: "§3 Organisation",
	access: "public",
	params: v.strictObject({ id: described(AddressedOrganisationId, "The id of the institution.") }),
	response: file("The logo.", ...pictures),
});

/** Returns where everybody can load an institution's logo; null without one. */
export const logoUrlOf = ({ id, logoKey }: { id: string; logoKey: string | null }): string | null =>
	logoKey === null ? null : `/api${getLogo.path.replace(":id", id)}`;

export const getPublicOrganisation = defineEndpoint({
	method: "GET",
	path: "/organisation/:id",
	summary: "Does this institution exist, and what is it called?",
	section: "§7 Organisation and settings",
	access: "public",
	params: v.strictObject({ id: described(AddressedOrganisationId, "The id of the institution.") }),
	response: PublicOrganisation,
	problems: ["organisation_not_found"],
});

export const Readiness = v.object({
	structure: flag("Whether the structure has an item."),
	courses: flag("Whether there is an active course."),
	form: flag("Whether there is an active form."),
	workflow: flag("Whether a workflow has a first stage."),
	templates: flag("Whether there is an active email template."),
	application: flag("Whether there is an active application."),
	staff: flag("Whether there is a second user who can log in."),
	portal: flag("Whether the postal address and an email address are known."),
});
export type Readiness = v.InferOutput<typeof Readiness>;

export const getReadiness = defineEndpoint({
	method: "GET",
	path: "/set-up-checklist",
	summary: "What the institution has of what it needs to receive applicants.",
	section: "§7 Organisation and settings",
	access: ["organisation:u"],
	response: Readiness,
});

export const maxUndoWindowSeconds = 600;

const fault = `Enter a whole number of seconds from 0 to ${maxUndoWindowSeconds}.`;

/** How long a change can be undone; with 0, the emails of a stage change are sent at once. */
export const UndoWindowSeconds = described(
	v.pipe(v.number(fault), v.integer(fault), v.minValue(0, fault), v.maxValue(maxUndoWindowSeconds, fault)),
	"How many seconds a change can be undone and its messages wait.",
);

const isSomething = (change: object) => Object.keys(change).length > 0;

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
	text === null || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));

const isTimeZone = (zone: string): boolean => {
	try {
		new Intl.DateTimeFormat("en", { timeZone: zone });
		return true;
	} catch {
		return false;
	}
};

/** §5 Contact save. */
const wrongEmail = "One or more email is in the wrong format";

/** What an institution says of itself, as staff type it. */
export const InstitutionFields = {
	name: described(
		v.pipe(line(150), v.minLength(1, "Enter the name of the institution")),
		"The name of the institution.",
	),
	address: described(optionalLine(300), "The postal address; null without one."),
	email: described(
		v.nullable(
			v.pipe(
				v.string(),
				v.trim(),
				v.maxLength(320, wrongEmail),
				v.check((email) => email === "" || v.is(v.pipe(v.string(), v.email()), email), wrongEmail),
				v.transform((email) => email || null),
			),
		),
		"The address that applicants answer to, and that helps users; null without one.",
	),
	phone: described(optionalLine(40), "The phone number; null without one."),
	timeZone: described(
		v.pipe(line(60), v.check(isTimeZone, "There is no such time zone. Africa/Lagos is one.")),
		"The time zone of the institution, such as Africa/Lagos.",
	),
	courseAlias: described(
		v.pipe(line(30), v.minLength(1, "Enter what a course is called")),
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

/** The settings of an institution; one that is left out is kept. */
export const OrganisationChange = v.pipe(
	v.strictObject({
		name: ifNamed(InstitutionFields.name),
		address: ifNamed(InstitutionFields.address),
		email: ifNamed(InstitutionFields.email),
		phone: ifNamed(InstitutionFields.phone),
		timeZone: ifNamed(InstitutionFields.timeZone),
		courseAlias: ifNamed(InstitutionFields.courseAlias),
		applicantSiteUrl: ifNamed(InstitutionFields.applicantSiteUrl),
		undoWindowSeconds: described(
			v.optional(UndoWindowSeconds),
			"How many seconds a change can be undone and its messages wait, from 0 to 600.",
		),
		quietFrom: described(v.optional(TimeOfDay), "When the hours begin in which no reminder is sent, HH:MM."),
		quietUntil: described(v.optional(TimeOfDay), "When they end, HH:MM; the same as their beginning for none."),
	}),
	v.check(isSomething, "There is nothing to change."),
);
export type OrganisationChange = v.InferOutput<typeof OrganisationChange>;

export const updateOrganisation = defineEndpoint({
	method: "PUT",
	path: "/organisation",
	summary: "Change settings of the signed-in user's institution; what is left out stays.",
	section: "§7 Organisation and settings",
	access: ["organisation:u"],
	body: OrganisationChange,
	example: { undoWindowSeconds: 30 },
	response: Organisation,
	problems: ["institution_not_updated"],
});
