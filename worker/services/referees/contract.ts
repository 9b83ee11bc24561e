import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { FormData, FormSection } from "#worker/contract/forms/form-schema";
import { Id, IdParams } from "#worker/contract/ids";
import { PageOf, ShortListQuery } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

/** Referees that one request asks again. */
export const maxNotified = 100;

/** §3 Referee. */
export const Referee = v.object({
	id: v.string(),
	name: v.string(),
	email: v.string(),
	phone: v.nullable(v.string()),
	/** 'submitted' or other. */
	status: v.string(),
	/** Their answers, by field id. */
	data: v.nullable(FormData),
	/** The sections of the form that they are asked. */
	inputs: v.array(FormSection),
	invitedAt: v.nullable(v.number()),
	answeredAt: v.nullable(v.number()),
});
export type Referee = v.InferOutput<typeof Referee>;

export const listReferees = defineEndpoint({
	method: "GET",
	path: "/candidates/:id/referees",
	summary: "The applicant's referees, with what they were asked and what they answered.",
	section: "§2 Applicant side sheet",
	access: anyOf("candidate"),
	params: IdParams,
	query: ShortListQuery,
	response: PageOf(Referee),
	problems: ["not_found"],
});

/** The result of asking one referee again. */
export const NotifyOutcome = v.object({
	id: v.string(),
	/** Null when there is no such referee. */
	name: v.nullable(v.string()),
	outcome: v.picklist(["sent", "already_submitted", "not_found", "failed"]),
	/** Why it failed. */
	reason: v.optional(v.string()),
});
export type NotifyOutcome = v.InferOutput<typeof NotifyOutcome>;

export const notifyReferees = defineEndpoint({
	method: "POST",
	path: "/candidates/referees/notify",
	summary: "Mail these referees a new link to answer by; the links they had before are good no more.",
	section: "§7 Candidates",
	access: ["candidate:u"],
	body: v.strictObject({
		ids: v.pipe(
			v.array(Id, "Choose a referee"),
			v.minLength(1, "Choose a referee"),
			v.maxLength(maxNotified, `At most ${maxNotified} referees can be asked at a time.`),
		),
	}),
	response: v.object({ outcomes: v.array(NotifyOutcome) }),
	problems: [],
	idempotent: true,
});
