import type { OrgContext } from "#worker/context";
import { type Criteria, type Criterion, sensitiveFault } from "#worker/contract/criteria/criteria";
import { criterionText } from "#worker/contract/criteria/criteria-text";
import { maxCriteria, type Verdict, verdicts } from "#worker/contract/criteria/terms";
import { fail, ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { compileFilter } from "#worker/services/applicants/filter.queries";
import { findApplicationTitle } from "#worker/services/applications/queries";
import {
	type AssistantAnswer,
	type AssistantRequest,
	type JudgedCandidate,
	type JudgedList,
	judgedPageSize,
} from "#worker/services/assistant/contract";
import { judgeTask } from "#worker/services/assistant/judge.job";
import { type JudgedApplicant, openJudge } from "#worker/services/assistant/judge-applicants";
import { findSession, namesOf, pageOfVerdict, readVocabulary, type Session } from "#worker/services/assistant/queries";
import type { Translation } from "#worker/services/assistant/translate/translate";
import { configuredModel, type ReadBy, readPrompt } from "#worker/services/assistant/translator";
import type { Vocabulary } from "#worker/services/assistant/vocabulary";
import { insertSession } from "#worker/services/assistant/writes";
import { countExported } from "#worker/services/exports/queries";
import { findOwnTask } from "#worker/services/tasks/queries";
import { startTask } from "#worker/tasks/start-task";

type Asked = Omit<AssistantRequest, "criteria">;

const nothing: Translation = { criteria: [], notUnderstood: [], corrections: [] };
const noList: JudgedList = { data: [], resultTotal: 0, nextPage: null };

/** Reads a session, or what a prompt means (§7 GET /AI-Process-Applicants/chat_ai). */
export const readAssistant = async (ctx: OrgContext, asked: Asked) => {
	const { app_id: applicationId, session_id: sessionId, stage_id: stage, prompt, translator } = asked;
	const title = await findApplicationTitle(ctx, applicationId);
	if (title === undefined) return fail("application_unavailable");
	const vocabulary = await readVocabulary(ctx, applicationId);
	if (prompt !== undefined && sessionId === undefined) {
		const { translation, readBy } = await readPrompt(ctx, prompt, vocabulary, translator === "built-in");
		return ok(answerOf(vocabulary, translation, { ...asked, readBy }));
	}
	const session = await findSession(ctx, { applicationId, sessionId, stage });
	if (!session) return sessionId === undefined ? ok(answerOf(vocabulary, nothing)) : fail("not_found");
	return ok(await readSession(ctx, session, vocabulary, asked));
};

/** Returns what criteria of an application can be about. */
export const readWords = async (ctx: OrgContext, applicationId: string) => {
	const title = await findApplicationTitle(ctx, applicationId);
	if (title === undefined) return fail("application_unavailable");
	const [{ courses, steps, fields }, model] = await Promise.all([
		readVocabulary(ctx, applicationId),
		configuredModel(ctx),
	]);
	return ok({
		model,
		application: { id: applicationId, name: title },
		courses: courses
			.map(({ id, title: name }) => ({ id, name }))
			.sort((one, other) => one.name.localeCompare(other.name, "en")),
		stages: steps.map(({ id, name }) => ({ id, name })),
		fields: fields.map(({ fieldId, label, kind, options, isSensitive }) => ({
			fieldId,
			label,
			kind,
			isSensitive,
			options: options.map((option) => ({ value: option.value, label: option.label })),
		})),
	});
};

/** Judges the applicants by a prompt, or by criteria (§7 POST /AI-Process-Applicants/chat_ai). */
export const askAssistant = async (ctx: OrgContext, asked: AssistantRequest) => {
	const { app_id: applicationId, session_id: sessionId, stage_id: stage, prompt = "" } = asked;
	const title = await findApplicationTitle(ctx, applicationId);
	if (title === undefined) return fail("application_unavailable");
	const former = sessionId === undefined ? undefined : await findSession(ctx, { applicationId, sessionId });
	if (sessionId !== undefined && !former) return fail("not_found");
	const vocabulary = await readVocabulary(ctx, applicationId);
	const sensitive = sensitiveFault(asked.criteria ?? [], vocabulary.fields);
	if (sensitive) return fail("invalid", { fields: { criteria: [sensitive] } });
	const { translation: translated, readBy } = asked.criteria
		? { translation: { ...nothing, criteria: asked.criteria }, readBy: null }
		: await readPrompt(ctx, prompt, vocabulary, asked.translator === "built-in");
	// why nothing is begun: without a criterion everybody would be met.
	if (translated.criteria.length === 0) return ok(answerOf(vocabulary, translated, { ...asked, readBy }));
	const criteria = [...(former?.criteria ?? []), ...translated.criteria];
	if (criteria.length > maxCriteria)
		return fail("invalid", {
			fields: { [asked.criteria ? "criteria" : "prompt"]: [`A session has at most ${maxCriteria} criteria.`] },
		});
	const ofStage = stage ?? former?.stage;
	const begun = await begin(ctx, { applicationId, title, stage: ofStage ?? null, prompt, criteria });
	if (!begun.ok) return begun;
	const asWanted = { prompt: asked.prompt, stage_id: ofStage ?? undefined, readBy };
	return ok(answerOf(vocabulary, { ...translated, criteria }, asWanted, begun.value));
};

interface NewSession {
	applicationId: string;
	title: string;
	stage: string | null;
	prompt: string;
	criteria: Criteria;
}

const begin = async (ctx: OrgContext, { title, ...of }: NewSession) => {
	const { applicationId, stage } = of;
	const scope = await compileFilter(ctx, { applicationId, ...(stage !== null && { stage }) });
	if (!scope.ok) return scope;
	const total = await countExported(ctx, { scope: scope.value });
	const [id, taskId] = [ctx.newId(), ctx.newId()];
	const session = {
		...of,
		id,
		taskId,
		organisationId: ctx.organisationId,
		createdBy: ctx.actor.id,
		createdAt: ctx.now(),
	};
	const started = await startTask(ctx, {
		id: taskId,
		type: judgeTask,
		input: { sessionId: id },
		total,
		applicationTitle: title,
		applicationId,
		writes: [insertSession(ctx, session)],
		path: `process-ai?application=${applicationId}&session=${id}`,
	});
	return started.ok ? ok({ id, taskId }) : started;
};

const listed = (criteria: readonly Criterion[], vocabulary: Vocabulary): AssistantAnswer["criteriasList"] => {
	const names = namesOf(vocabulary);
	return criteria.map((criterion) => ({ text: criterionText(criterion, names), criterion }));
};

/** Answers before anybody is judged. */
const answerOf = (
	vocabulary: Vocabulary,
	{ criteria, notUnderstood, corrections }: Translation,
	asked: Pick<Asked, "prompt" | "stage_id"> & { readBy?: ReadBy | null } = {},
	begun?: { id: string; taskId: string },
): AssistantAnswer => ({
	session_id: begun?.id ?? null,
	task_id: begun?.taskId ?? null,
	status: begun ? "STARTED" : "NONE",
	stage_id: asked.stage_id ?? null,
	prompt: asked.prompt ?? null,
	stringResponse: sentenceOf({ criteria, notUnderstood }, begun !== undefined),
	criteriasList: listed(criteria, vocabulary),
	notUnderstood: notUnderstood.map(({ words, choices }) => ({ words, choices: [...choices] })),
	corrections,
	readBy: asked.readBy ?? null,
	metCandidatesData: noList,
	notMetCandidatesData: noList,
	cannotTellCandidatesData: noList,
});

const plural = (count: number, one: string, many: string) =>
	`${count.toLocaleString("en")} ${count === 1 ? one : many}`;

const sentenceOf = ({ criteria, notUnderstood }: Pick<Translation, "criteria" | "notUnderstood">, isBegun: boolean) => {
	const lost = notUnderstood.map(({ words }) => `“${words}”`).join(", ");
	const notRead = lost === "" ? "" : ` Not understood, and left out: ${lost}.`;
	if (criteria.length === 0)
		return lost === "" ? "Describe the applicants that you look for." : `No criterion was understood.${notRead}`;
	const read = `${plural(criteria.length, "criterion was", "criteria were")} understood.`;
	return `${read}${notRead}${isBegun ? " Applicants are being judged." : ""}`;
};

const readSession = async (
	ctx: OrgContext,
	session: Session,
	vocabulary: Vocabulary,
	{ page, section }: Pick<Asked, "page" | "section">,
): Promise<AssistantAnswer> => {
	const task = await findOwnTask(ctx, session.taskId);
	const judgeAll = await openJudge(ctx, session);
	const listOf = async (verdict: Verdict): Promise<JudgedList> => {
		const resultTotal = session[verdict];
		if (section !== undefined && section !== verdict) return { ...noList, resultTotal };
		const below = page === 0 ? Number.MAX_SAFE_INTEGER : page;
		const seqs = await pageOfVerdict(ctx, session.id, { verdict, below, limit: judgedPageSize + 1 });
		const shown = seqs.slice(0, judgedPageSize);
		const judged = shown.length === 0 ? [] : await judgeAll(shown);
		return {
			data: judged.map((one) => toCandidate(one, verdict)),
			resultTotal,
			nextPage: seqs.length > shown.length ? (shown.at(-1) ?? null) : null,
		};
	};
	const [met, notMet, cannotTell] = await Promise.all(verdicts.map(listOf));
	const { status = "STARTED" } = task ?? {};
	return {
		session_id: session.id,
		task_id: session.taskId,
		status,
		stage_id: session.stage,
		prompt: session.prompt || null,
		stringResponse: resultOf(session, status),
		criteriasList: listed(session.criteria, vocabulary),
		notUnderstood: [],
		corrections: [],
		readBy: null,
		metCandidatesData: met ?? noList,
		notMetCandidatesData: notMet ?? noList,
		cannotTellCandidatesData: cannotTell ?? noList,
	};
};

const resultOf = ({ met, notMet, cannotTell }: Session, status: AssistantAnswer["status"]): string => {
	const counts = `${plural(met, "applicant meets", "applicants meet")} all criteria, ${plural(notMet, "does not", "do not")}, and ${cannotTell.toLocaleString("en")} cannot be determined.`;
	if (status === "STARTED") return `So far ${counts}`;
	return status === "FAILED" ? `Not all applicants could be judged. ${counts}` : counts;
};

const toCandidate = ({ applicant, judgement }: JudgedApplicant, verdict: Verdict): JudgedCandidate => ({
	id: applicant.id,
	applicationNumber: applicant.applicationNumber,
	name: fullName(applicant),
	course: applicant.courseTitle ?? applicant.courseId,
	stage: applicant.stepName ?? applicant.stepId,
	isChanged: judgement.verdict !== verdict,
	criteria: judgement.criteria.map(({ verdict: decided, because }) => ({
		verdict: decided,
		because: because.map((finding) => ({ ...finding })),
	})),
});
