import * as v from "valibot";
import type { ApiCall } from "#app/api/client";
import { formatCount } from "#app/format/numbers";
import { formatWait } from "#app/format/span";
import { seenVersion } from "#app/records/meanwhile";
import type { PartName } from "#app/routes/organisation/setting-parts";
import type { Problem } from "#worker/contract/problems";
import { TimeOfDay } from "#worker/contract/time-of-day";
import {
	InstitutionFields,
	LogRetentionMonths,
	PortalFields,
	UndoWindowSeconds,
	updateOrganisation,
	updatePortal,
	wrongLogRetention,
	wrongUndoWindow,
} from "#worker/services/organisation/settings.contract";

type Saved =
	| { wrong: Record<string, readonly string[] | undefined> }
	| { ok: true; said: string }
	| { ok: false; problem: Problem };

type SavePart = (api: { call: ApiCall }, typed: Record<string, string>) => Promise<Saved>;

/** Reads a form by the contract's own schemas. why not Conform: what is left empty would not be sent at all. */
const reading =
	<S extends v.GenericSchema>(
		schema: S,
		save: (api: { call: ApiCall }, values: v.InferOutput<S>) => Promise<Saved>,
	): SavePart =>
	async (api, typed) => {
		const read = v.safeParse(schema, typed);
		if (read.success) return save(api, read.output);
		const { nested = {} }: { nested?: Record<string, string[] | undefined> } = v.flatten(read.issues);
		return { wrong: nested };
	};

const savedAs = (undoWindowSeconds: number): string =>
	undoWindowSeconds === 0
		? "Emails of a stage change now go out at once"
		: `A change can now be undone for ${formatWait(undoWindowSeconds)}`;

const keptAs = (months: number | null): string =>
	months === null ? "Logs are now kept for ever" : `Logs are now kept for ${formatCount(months, "month")}`;

/** How each part of the settings is read and saved. */
export const partForms: Readonly<Record<PartName, SavePart>> = {
	institution: reading(v.object({ ...InstitutionFields, version: seenVersion }), async (api, data) => {
		const saved = await api.call(updateOrganisation, { body: { data } });
		return saved.ok ? { ok: true, said: "The institution was saved" } : saved;
	}),
	portal: reading(
		v.object({
			portalTitle: PortalFields.title,
			welcomeMessage: PortalFields.welcomeMessage,
			version: seenVersion,
		}),
		async (api, { portalTitle: title, welcomeMessage, version }) => {
			const saved = await api.call(updatePortal, { body: { title, welcomeMessage, version } });
			return saved.ok ? { ok: true, said: "The login page was saved" } : saved;
		},
	),
	"stage-changes": reading(
		v.object({
			undoWindowSeconds: v.pipe(
				v.string(),
				v.trim(),
				v.regex(/^\d{1,9}$/, wrongUndoWindow),
				v.transform(Number),
				UndoWindowSeconds,
			),
			version: seenVersion,
		}),
		async (api, data) => {
			const saved = await api.call(updateOrganisation, { body: { data } });
			return saved.ok ? { ok: true, said: savedAs(saved.value.undoWindowSeconds) } : saved;
		},
	),
	logs: reading(
		v.object({
			logRetentionMonths: v.pipe(
				v.string(),
				v.trim(),
				v.regex(/^\d{0,9}$/, wrongLogRetention),
				v.transform((typed) => (typed === "" ? null : Number(typed))),
				LogRetentionMonths,
			),
			version: seenVersion,
		}),
		async (api, data) => {
			const saved = await api.call(updateOrganisation, { body: { data } });
			return saved.ok ? { ok: true, said: keptAs(saved.value.logRetentionMonths) } : saved;
		},
	),
	"quiet-hours": reading(
		v.object({ quietFrom: TimeOfDay, quietUntil: TimeOfDay, version: seenVersion }),
		async (api, data) => {
			const saved = await api.call(updateOrganisation, { body: { data } });
			return saved.ok ? { ok: true, said: "The quiet hours were saved" } : saved;
		},
	),
};
