import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { problems } from "#worker/contract/problems";
import type { RecordState } from "#worker/contract/records";
import { fail, ok } from "#worker/contract/result";
import { TimeOfDay } from "#worker/contract/time-of-day";
import { commit } from "#worker/database/commit";
import { writeChange, writeFirstState } from "#worker/records/history.writes";
import { pageOfChanges, stateAfter } from "#worker/records/queries";
import { noteModifications } from "#worker/services/applicants/applicant-log.writes";
import { logoFileOf, type Organisation } from "#worker/services/organisation/contract";
import { deleteLogo, hasLogoFile, logoKeyOf, putLogo } from "#worker/services/organisation/logo";
import { contactsOf, getOrganisation, readOrganisation } from "#worker/services/organisation/organisation";
import {
	isUnchanged,
	type OrganisationRow,
	organisationById,
	settingsKind,
} from "#worker/services/organisation/queries";
import {
	ContactList,
	InstitutionFields,
	LogRetentionMonths,
	type listSettingsChanges,
	PortalFields,
	type restoreSettings,
	type saveContacts,
	UndoWindowSeconds,
	type updateOrganisation,
	type updatePortal,
} from "#worker/services/organisation/settings.contract";
import { writeSettings } from "#worker/services/organisation/writes";

/** Every setting as the history keeps it. */
const Settings = v.partial(
	v.object({
		...InstitutionFields,
		logo: v.nullable(v.string()),
		portalTitle: v.nullable(PortalFields.title),
		welcomeMessage: v.nullable(PortalFields.welcomeMessage),
		contacts: ContactList,
		undoWindowSeconds: UndoWindowSeconds,
		quietFrom: TimeOfDay,
		quietUntil: TimeOfDay,
		logRetentionMonths: LogRetentionMonths,
		platformChargeEnabled: v.boolean(),
	}),
);
type Settings = v.InferOutput<typeof Settings>;
type Setting = keyof Settings;

/** What is opened, saved and restored together: only a change within the same part is in the way of another. */
const parts: readonly (readonly Setting[])[] = [
	["name", "address", "timeZone", "courseAlias", "applicantSiteUrl"],
	["logo"],
	["portalTitle", "welcomeMessage"],
	["contacts"],
	["undoWindowSeconds"],
	["quietFrom", "quietUntil"],
	["logRetentionMonths"],
	["platformChargeEnabled"],
];

const settingsOf = (row: OrganisationRow): Required<Settings> => ({
	name: row.name,
	address: row.address,
	timeZone: row.timeZone,
	courseAlias: row.courseAlias,
	applicantSiteUrl: row.applicantSiteUrl,
	logo: logoFileOf(row.logoKey),
	contacts: contactsOf(row),
	portalTitle: row.portalTitle,
	welcomeMessage: row.welcomeMessage,
	undoWindowSeconds: row.undoWindowSeconds,
	quietFrom: row.quietFrom,
	quietUntil: row.quietUntil,
	logRetentionMonths: row.logRetentionMonths,
	platformChargeEnabled: row.platformChargeEnabled,
});

/** Returns the columns of settings. The main email address and phone number are the first that contacts name. */
const columnsOf = (organisationId: string, { logo, contacts, ...others }: Settings): Partial<OrganisationRow> => ({
	...others,
	...(logo !== undefined && { logoKey: logo && logoKeyOf(organisationId, logo) }),
	...(contacts && {
		contacts,
		email: contacts.find(({ email }) => email)?.email ?? null,
		phone: contacts.find(({ phone }) => phone)?.phone ?? null,
	}),
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const pick = (from: Settings, names: readonly Setting[]): RecordState =>
	Object.fromEntries(names.map((name) => [name, from[name] ?? null]));

interface Saving {
	version?: number | undefined;
	isRestored?: boolean;
}

/**
 * Changes and records settings (§7). Fails with `changed_meanwhile` if one of their parts was changed after the version
 * that was seen, and with `institution_not_updated` if one was changed at the same moment.
 */
const changeSettings = async (ctx: OrgContext, change: Settings, { version, isRestored = false }: Saving) => {
	const { organisationId } = ctx;
	const [row] = await organisationById(ctx.db, organisationId);
	if (!row) throw new Error("the signed-in user's institution is gone");
	const current = settingsOf(row);
	const changed = (Object.keys(change) as Setting[]).filter((name) => !isSame(current[name], change[name]));
	if (changed.length === 0) return getOrganisation(ctx);
	const touched = parts.filter((part) => part.some((name) => changed.includes(name)));
	const after = { ...current, ...change };
	const [eventId, recordId] = [ctx.newId(), organisationId];
	const columns = columnsOf(organisationId, Object.fromEntries(changed.map((name) => [name, change[name]])));
	const kept = (from: Settings) => pick(from, touched.flat());
	const committed = await commit(ctx, {
		guarded: {
			write: writeSettings(ctx, {
				seen: Object.fromEntries(Object.keys(columns).map((name) => [name, row[name as keyof OrganisationRow]])),
				change: columns,
				...(version !== undefined && { condition: isUnchanged(ctx, touched.flat(), version) }),
			}),
			expectedChanges: 1,
		},
		writes: [
			...touched.map((part) => {
				const first = { id: ctx.newId(), ...settingsKind, recordId, after: pick(current, part) };
				return writeFirstState(ctx, { ...first, createdAt: row.createdAt }, isUnchanged(ctx, part));
			}),
			writeChange(ctx, {
				id: eventId,
				...settingsKind,
				recordId,
				action: isRestored ? "restored" : "updated",
				before: kept(current),
				after: kept(after),
			}),
			...noteModifications(
				ctx,
				changed.map((field) => ({ field, oldValue: textOf(current[field]), newValue: textOf(after[field]) })),
				{ entity: "organisation", entityId: organisationId, eventId },
			),
		],
		event: {
			type: "organisation.updated",
			id: eventId,
			payload: { name: row.name, before: pick(current, changed), after: pick(after, changed) },
		},
	});
	const now = await readOrganisation(ctx);
	if (committed) return ok(now);
	return version === undefined
		? fail("institution_not_updated")
		: fail("changed_meanwhile", { details: { current: now } });
};

const textOf = (value: unknown): string | null =>
	value === null || value === undefined ? null : typeof value === "object" ? JSON.stringify(value) : String(value);

/** Changes settings of the institution, its logo among them. */
export const updateSettings = async (
	ctx: OrgContext,
	{ data: { version, ...change }, files }: EndpointRequest<typeof updateOrganisation>["body"],
) => {
	const put = await putLogo(ctx, files);
	if (!put.ok) return put;
	const { value: logo } = put;
	const settings = logo === undefined ? change : { ...change, logo };
	if (Object.keys(settings).length === 0) return fail("invalid", { message: "There is nothing to change." });
	const saved = await changeSettings(ctx, settings, { version });
	if (!saved.ok && logo !== undefined) await deleteLogo(ctx, logo);
	return saved;
};

const toPortal = ({ portal, version }: Organisation) => ({ ...portal, version });

export const readPortal = async (ctx: OrgContext) => {
	const organisation = await getOrganisation(ctx);
	return ok(toPortal(organisation.value));
};

/** Changes what the login page says (§5). */
export const savePortal = async (
	ctx: OrgContext,
	{ title: portalTitle, welcomeMessage, version }: EndpointRequest<typeof updatePortal>["body"],
) => {
	const saved = await changeSettings(ctx, { portalTitle, welcomeMessage }, { version });
	return saved.ok ? ok(toPortal(saved.value)) : saved;
};

const isEmail = (text: string): boolean => v.is(v.pipe(v.string(), v.email()), text);

/** Saves the contacts; an address that is none is refused with the text of §5 beside it. */
export const replaceContacts = async (
	ctx: OrgContext,
	{ contacts, version }: EndpointRequest<typeof saveContacts>["body"],
) => {
	const text = problems.contact_email_wrong.message;
	const wrong = contacts.flatMap(({ email }, index) => (email === null || isEmail(email) ? [] : [index]));
	const fields = Object.fromEntries(wrong.map((index) => [`contacts[${index}].email`, [text]]));
	if (wrong.length > 0) return fail("contact_email_wrong", { fields });
	const filled = contacts.filter(({ email, phone }) => email !== null || phone !== null);
	return changeSettings(ctx, { contacts: filled }, { version });
};

export const listHistory = async (ctx: OrgContext, query: EndpointRequest<typeof listSettingsChanges>["query"]) =>
	ok(await pageOfChanges(ctx, settingsKind, ctx.organisationId, query));

/** Gives settings the values again that they had after a change, if they can still be. */
export const restoreFormer = async (
	ctx: OrgContext,
	{ changeId, version }: EndpointRequest<typeof restoreSettings>["body"],
) => {
	const state = await stateAfter(ctx, settingsKind, { id: ctx.organisationId, changeId });
	const settings = v.safeParse(Settings, state);
	if (!state || !settings.success) return fail("state_not_restorable");
	const { logo } = settings.output;
	if (logo && !(await hasLogoFile(ctx, logo))) return fail("state_not_restorable");
	return changeSettings(ctx, settings.output, { version, isRestored: true });
};
