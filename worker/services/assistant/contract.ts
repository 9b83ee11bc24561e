import * as v from "valibot";
import { Criteria, Criterion } from "#worker/contract/criteria/criteria";
import { maxPrompt, verdicts } from "#worker/contract/criteria/terms";
import { described, flag, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { QueryInteger } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** §6: everybody who can see applicants may have them judged; nothing of them is changed. */
const access = anyOf("candidate");
const section = "§3 AI chat";

/** Applicants on a page of each list. */
export const judgedPageSize = 10;

const Prompt = described(
	v.config(
		v.pipe(
			v.string(),
			v.trim(),
			v.minLength(1, "Describe the applicants that you look for"),
			v.maxLength(maxPrompt, `At most ${maxPrompt.toLocaleString("en")} letters`),
		),
		{ abortPipeEarly: true },
	),
	"The applicants to look for, in words: `at least five credits including English, JAMB above 220, from Kogi`.",
);

const Stage = v.pipe(v.string(), v.minLength(1, "Unknown stage"), v.maxLength(64, "Unknown stage"));
const SectionOf = v.picklist(verdicts, "The section must be met, notMet or cannotTell.");
const sectionText = "The only list that is wanted: `met`, `notMet` or `cannotTell`; all three without it.";
const pageText =
	"0 for the first page of a list; for the next one the `nextPage` of the page before. Pages follow the applicants, not their places, so that none is missed.";
/** why accepted: §3 sends them with both methods. */
const withoutEffect = "Accepted, and without effect here: nobody is judged yet, and GET reads the lists.";
/** The greatest place of an applicant in a list. */
const maxSeq = 2_000_000_000;

const Translator = described(
	v.optional(v.literal("built-in", "The translator must be built-in.")),
	"`built-in` to have the prompt read without a language model, also where one is configured.",
);

const ReadBy = v.object({
	model: v.nullable(text("The language model that read the prompt; null for the built-in translator.")),
	fallback: v.nullable(text("Why the built-in translator read it instead of the model; null otherwise.")),
});

const Because = v.object({
	verdict: described(v.picklist(verdicts), "What the answer means for the criterion."),
	label: text("What was looked at, such as `UTME score`."),
	answer: v.nullable(text("The answer; null where there is none.")),
});

export const JudgedCandidate = v.object({
	id: text("The id of the applicant."),
	applicationNumber: text("The application number."),
	name: text("The full name."),
	course: text("The course."),
	stage: text("The stage."),
	isChanged: flag("Whether the data of today gives another verdict than when the list was made."),
	criteria: described(
		v.array(
			v.object({
				verdict: described(v.picklist(verdicts), "Whether the criterion is met, by the data of today."),
				because: described(v.array(Because), "The answers that decided it."),
			}),
		),
		"Each criterion, in order.",
	),
});
export type JudgedCandidate = v.InferOutput<typeof JudgedCandidate>;

export const JudgedList = v.object({
	data: described(v.array(JudgedCandidate), "The applicants of this page, newest first."),
	resultTotal: whole("How many applicants the list has so far."),
	nextPage: v.nullable(whole("The `page` to ask for next; null on the last one.")),
});
export type JudgedList = v.InferOutput<typeof JudgedList>;

const Answer = v.object({
	session_id: v.nullable(text("The session whose lists these are; null where there is none.")),
	task_id: v.nullable(text("The task that judges the applicants; null where nothing is judged.")),
	status: described(
		v.picklist(["NONE", "STARTED", "FAILED", "SUCCESS"]),
		"Whether applicants are still being judged; NONE where there is no session.",
	),
	stage_id: v.nullable(text("The only stage whose applicants the session judges; null for all.")),
	prompt: v.nullable(text("What was typed; null for criteria that were chosen by hand.")),
	stringResponse: text("The answer in words."),
	criteriasList: described(
		v.array(
			v.object({
				text: text("The criterion in words."),
				criterion: described(Criterion, "The criterion as it is evaluated."),
			}),
		),
		"The criteria that were understood; all of them must be met.",
	),
	notUnderstood: described(
		v.array(
			v.object({
				words: text("The words, as they were typed."),
				choices: described(v.array(v.string()), "What they may mean; empty where nothing is known of them."),
			}),
		),
		"What of the prompt was not understood, and decides nothing.",
	),
	corrections: described(
		v.array(v.object({ typed: text("The word, as it was typed."), readAs: text("The word that it was read as.") })),
		"Words that were taken for misspelt ones.",
	),
	readBy: described(v.nullable(ReadBy), "Who read the prompt; null where none was read."),
	metCandidatesData: described(JudgedList, "The applicants who meet all criteria."),
	notMetCandidatesData: described(JudgedList, "The applicants who fail one."),
	cannotTellCandidatesData: described(
		JudgedList,
		"The applicants that cannot be determined, because an answer is missing.",
	),
});
export type AssistantAnswer = v.InferOutput<typeof Answer>;

export const readAssistant = defineEndpoint({
	method: "GET",
	path: "/AI-Process-Applicants/chat_ai",
	summary:
		"The result of one of the user's own sessions; without `session_id`, of the last one about the application. With a prompt instead, the criteria read from it, and nobody is judged.",
	section,
	access,
	query: v.strictObject({
		app_id: described(Id, "The application."),
		stage_id: described(v.optional(Stage), "Only sessions about this stage: the id of a step, or a stage type."),
		session_id: described(v.optional(Id), "The session."),
		page: described(v.optional(QueryInteger({ min: 0, max: maxSeq }, "Unknown page"), "0"), pageText),
		section: described(v.optional(SectionOf), sectionText),
		prompt: v.optional(Prompt),
		translator: Translator,
	}),
	response: Answer,
	problems: ["application_unavailable", "not_found"],
});

const Named = v.object({
	id: text("The id."),
	name: text("The name."),
});

/** What criteria of an application can be about, for a form that is filled by hand. */
export const readWords = defineEndpoint({
	method: "GET",
	path: "/AI-Process-Applicants/words",
	summary:
		"What criteria of an application can be about: its courses, its stages, and the fields of its forms; and who reads words.",
	section,
	access,
	query: v.strictObject({ app_id: described(Id, "The application.") }),
	response: v.object({
		application: described(Named, "The application."),
		courses: described(v.array(Named), "The courses of the application, by their titles."),
		stages: described(v.array(Named), "The steps of its workflow."),
		fields: described(
			v.array(
				v.object({
					fieldId: text("The id of the field."),
					label: text("The label of the field."),
					kind: text("How the field is asked, such as `number`, `single-date` or `select`."),
					options: described(
						v.array(v.object({ value: text("As the form keeps it."), label: text("As it is shown.") })),
						"The answers to choose from; empty for a field without.",
					),
					isSensitive: flag("Whether it can only be asked whether the field is answered."),
				}),
			),
			"The fields of its forms that applicants answer.",
		),
		model: described(
			v.nullable(
				v.object({
					name: text("The name of the language model."),
					readToday: whole("How often it has read words of the institution today."),
					dailyLimit: whole("How often a day it may."),
				}),
			),
			"The language model that reads words; null where the built-in translator does.",
		),
	}),
	problems: ["application_unavailable"],
});
export type ApplicationWords = v.InferOutput<(typeof readWords)["response"]>;

export const askAssistant = defineEndpoint({
	method: "POST",
	path: "/AI-Process-Applicants/chat_ai",
	summary:
		"Reads a prompt as criteria, or takes criteria as they are, and judges the applicants of the application by them, in the background. With `session_id` they are added to those of that session, in a session of their own. Nobody is moved.",
	section,
	access,
	body: v.pipe(
		v.strictObject({
			app_id: described(Id, "The application."),
			stage_id: described(v.optional(Stage), "Only the applicants at this stage: the id of a step, or a stage type."),
			session_id: described(v.optional(Id), "The session whose criteria these are added to."),
			page: described(
				v.optional(v.pipe(v.number(), v.integer("Unknown page"), v.minValue(0), v.maxValue(maxSeq)), 0),
				withoutEffect,
			),
			section: described(v.optional(SectionOf), withoutEffect),
			prompt: v.optional(Prompt),
			criteria: described(
				v.optional(Criteria),
				"The criteria, instead of what a translator reads in the prompt; the prompt is then only kept with them.",
			),
			translator: Translator,
		}),
		v.forward(
			v.check(
				({ prompt, criteria }) => prompt !== undefined || criteria !== undefined,
				"Describe the applicants that you look for",
			),
			["prompt"],
		),
	),
	example: { app_id: "undergraduate-2026", prompt: "At least five credits including English, JAMB above 220" },
	response: Answer,
	accepted: "/tasks/{task_id}",
	problems: ["application_unavailable", "stage_unknown", "not_found", "too_many_tasks"],
	idempotent: true,
});
export type AssistantRequest = v.InferOutput<(typeof askAssistant)["body"]>;
