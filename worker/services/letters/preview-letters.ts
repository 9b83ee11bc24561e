import { TZDate } from "@date-fns/tz";
import { startOfDay } from "date-fns";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResponse } from "#worker/contract/endpoint";
import { ok, type Result } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { defaultTimeZone } from "#worker/contract/text/printed-text";
import { databaseFor } from "#worker/database/database";
import { type Choice, choose, countOf, pageOfChoice } from "#worker/runs/choose-rows";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { selectListed } from "#worker/services/applicants/matching.queries";
import { readChosen } from "#worker/services/applicants/selection.queries";
import type { previewLetters as endpoint } from "#worker/services/letters/contract";
import { readStationery, writeLetter } from "#worker/services/letters/draw-letter";
import type { LetterText, Stationery } from "#worker/services/letters/letter-document";
import { isInForce } from "#worker/services/letters/letter-store";
import { countLettered, findLettered } from "#worker/services/letters/lettered.queries";
import { readLetterTemplate } from "#worker/services/letters/make-letters";

/**
 * Letters that are compared word by word to count them; of more, those made today, for the stage, of the template as it
 * is. why not all: each is written anew and asked for in the file store, and a Worker may ask a thousand times.
 */
const mostCompared = 100;

/** To how many of a selection a letter would be made, who has it already, row by row (§2 Offer Letter). */
export const previewLetters = async (
	background: OrgContext,
	{ templateId, page, size, ...asked }: EndpointRequest<typeof endpoint>["body"],
): Promise<Result<EndpointResponse<typeof endpoint>>> => {
	// why: what the letters are compared with is asked for side by side, and travels together.
	const ctx = { ...background, db: databaseFor(background.env, background.organisationId, {}) };
	const [template, choice, stationery] = await Promise.all([
		readLetterTemplate(ctx, templateId),
		choose(ctx, asked),
		readStationery(ctx),
	]);
	if (!template.ok) return template;
	if (!choice.ok) return choice;
	const decide = (id: string) => decideLetter(ctx, stationery, template.value, id);
	const ids = size === 0 ? [] : await pageOfChoice(ctx, choice.value, { page, size });
	const [rows, alreadyThere, found] = await Promise.all([
		Promise.all(ids.map(decide)),
		countAlreadyThere(ctx, choice.value, { template: template.value, zone: stationery.organisation.timeZone, decide }),
		"ids" in choice.value ? readChosen(ctx, choice.value.ids) : undefined,
	]);
	const total = countOf(choice.value);
	const there = found?.size ?? total;
	const counts = { letters: there - alreadyThere, alreadyThere, notFound: total - there };
	return ok({ templateName: template.value.name, ...counts, rows, total });
};

/** What would become of one of them, as the job will decide it. */
const decideLetter = async (ctx: OrgContext, stationery: Stationery, template: LetterText["template"], id: string) => {
	const applicant = await findApplicant(ctx, id);
	if (!applicant) return { id, name: null, applicationNumber: null, outcome: "not_found" as const };
	const text = { template, applicant, stageName: applicant.stage.name, comment: null, date: ctx.now() };
	const written = applicant.letter === null ? undefined : await writeLetter(stationery, text);
	const isThere = written?.ok && (await isInForce(ctx, applicant, written.value.digest));
	const outcome = isThere ? ("already_there" as const) : ("moves" as const);
	return { id, name: fullName(applicant), applicationNumber: applicant.applicationNumber, outcome };
};

interface Comparison {
	template: { id: string; updatedAt: number };
	zone: string;
	decide: (id: string) => ReturnType<typeof decideLetter>;
}

const countAlreadyThere = async (
	ctx: OrgContext,
	choice: Choice,
	{ template, zone, decide }: Comparison,
): Promise<number> => {
	if ("scope" in choice && choice.scope.isEmpty) return 0;
	const among = "ids" in choice ? { ids: choice.ids } : { listed: await selectListed(ctx, choice.scope) };
	// why: a letter bears its day; an older one says something else.
	const made = { templateId: template.id, since: startOfToday(ctx.now(), zone) };
	const lately = await findLettered(ctx, among, { ...made, limit: mostCompared + 1 });
	if (lately.length > mostCompared)
		return countLettered(ctx, among, { ...made, since: Math.max(made.since, template.updatedAt) });
	const rows = await Promise.all(lately.map(decide));
	return rows.filter(({ outcome }) => outcome === "already_there").length;
};

/** As a letter is dated: in the institution's zone, or the usual one where the runtime does not know it (§9). */
const startOfToday = (now: number, zone: string): number => {
	const start = startOfDay(new TZDate(now, zone)).getTime();
	return Number.isNaN(start) ? startOfToday(now, defaultTimeZone) : start;
};
