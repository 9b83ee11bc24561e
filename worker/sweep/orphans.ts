import * as v from "valibot";
import { databaseFor } from "#worker/database/database";
import type { Env } from "#worker/env";
import { describeDefect } from "#worker/http/create-app";
import { log } from "#worker/log";
import { downloadsFolder } from "#worker/sweep/old-downloads";
import { findUnnamed, type OwnedFile } from "#worker/sweep/orphans.queries";

const hourMs = 3_600_000;
/** How old a file must be to be an orphan: no commit writes a row so long after its file. */
const orphanedAfterMs = 12 * hourMs;
const roundMs = 6 * hourMs;
/** The most objects of one sweep. */
const pageSize = 1_000;

/** The key after which the round continues; null at its end. */
const placeKey = "sweep/orphans.json";
const Place = v.object({ round: v.number(), after: v.nullable(v.string()) });

/**
 * Deletes the files that a failure left in the store, one page a sweep. why the place is kept in the store: the
 * database knows nothing of orphans.
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

/** Returns the owner of a file, from its key; other files are left alone. */
const ownedFile = ({ key }: { key: string }): (OwnedFile & { organisationId: string })[] => {
	const [made, answer] = [isLetter.exec(key) ?? isMailed.exec(key), isOfForm.exec(key)];
	// why: an institution may be called 'letters' or 'downloads'; a key that could be either is kept.
	if ((made && answer) || key.startsWith(downloadsFolder)) return [];
	const [, organisationId, ownerId] = made ?? answer ?? [];
	return organisationId && ownerId ? [{ organisationId, ownerId, objectKey: key }] : [];
};

const deleteUnnamed = async (env: Env, organisationId: string, files: readonly OwnedFile[]): Promise<void> => {
	const unnamed = await findUnnamed(databaseFor(env, organisationId), organisationId, files);
	if (unnamed.length > 0) await env.FILES.delete(unnamed);
};

/**
 * Deletes a file whose row could not be written, unless it was written after all. Never fails: the sweep checks
 * again.
 */
export const takeBack = async (env: Env, organisationId: string, file: OwnedFile): Promise<void> => {
	try {
		await deleteUnnamed(env, organisationId, [file]);
	} catch (error) {
		log("error", { message: "file left behind", organisationId, error: describeDefect(error) });
	}
};
