import * as v from "valibot";
import { databaseFor } from "#worker/database/database";
import type { Env } from "#worker/env";
import { describeDefect } from "#worker/http/create-app";
import { log } from "#worker/log";
import { downloadsFolder } from "#worker/sweep/old-downloads";
import { findUnnamed, type OwnedFile } from "#worker/sweep/orphans.queries";

const hourMs = 3_600_000;
/** Nobody commits a row so long after its file was put; with a round every six hours none is left for a day. */
const orphanedAfterMs = 12 * hourMs;
const roundMs = 6 * hourMs;
/** Objects one sweep looks at. */
const pageSize = 1_000;

/** Where the round through the store has come to; null at its end. */
const placeKey = "sweep/orphans.json";
const Place = v.object({ round: v.number(), after: v.nullable(v.string()) });

/**
 * Takes out of the store what a failure left there: letters, answers' files and files of mails that no row names. A
 * page a sweep, four rounds a day. why a place in the store itself: an orphan is what the database knows nothing of.
 */
export const deleteOrphans = async (env: Env, now: number): Promise<void> => {
	const round = Math.floor(now / roundMs);
	const place = await readPlace(env);
	if (place?.after === null && place.round === round) return;
	const page = await env.FILES.list({ limit: pageSize, ...(place?.after && { startAfter: place.after }) });
	const old = page.objects.filter(({ uploaded }) => uploaded.getTime() < now - orphanedAfterMs);
	for (const [organisationId, files] of Map.groupBy(old.flatMap(ownedFile), (file) => file.organisationId))
		await deleteUnnamed(env, organisationId, files);
	const after = page.truncated ? (page.objects.at(-1)?.key ?? null) : null;
	await env.FILES.put(placeKey, JSON.stringify({ round, after }));
};

const readPlace = async ({ FILES }: Env) => {
	const kept = await FILES.get(placeKey);
	const place = v.safeParse(v.pipe(v.string(), v.parseJson(), Place), await kept?.text());
	return place.success ? place.output : undefined;
};

const isLetter = /^letters\/([^/]+)\/([^/]+)\/[^/]+$/;
const isMailed = /^mailings\/([^/]+)\/([^/]+)\/[^/]+$/;
const isOfForm = /^([^/]+)\/forms\/([^/]+)\/[^/]+$/;

/** Whose file it is, by where it lies; of others the sweep knows nothing. */
const ownedFile = ({ key }: { key: string }): (OwnedFile & { organisationId: string })[] => {
	const [made, answer] = [isLetter.exec(key) ?? isMailed.exec(key), isOfForm.exec(key)];
	// why: an institution may be called 'letters', 'mailings', 'forms' or 'downloads'; what could be either stays.
	if ((made && answer) || key.startsWith(downloadsFolder)) return [];
	const [, organisationId, ownerId] = made ?? answer ?? [];
	return organisationId && ownerId ? [{ organisationId, ownerId, objectKey: key }] : [];
};

const deleteUnnamed = async (env: Env, organisationId: string, files: readonly OwnedFile[]): Promise<void> => {
	const unnamed = await findUnnamed(databaseFor(env, organisationId), organisationId, files);
	if (unnamed.length > 0) await env.FILES.delete(unnamed);
};

/**
 * Takes a file back whose row could not be written, unless it was after all: of a failed commit nobody knows. Never
 * fails: what it cannot ask for now the sweep finds.
 */
export const takeBack = async (env: Env, organisationId: string, file: OwnedFile): Promise<void> => {
	try {
		await deleteUnnamed(env, organisationId, [file]);
	} catch (error) {
		log("error", { message: "file left behind", organisationId, error: describeDefect(error) });
	}
};
