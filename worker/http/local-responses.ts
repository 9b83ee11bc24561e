import type { ExecutionContext } from "hono";
import type { LocalResponse } from "#worker/contract/endpoint";

/** A call that the portal makes within this Worker while it answers a request. */
class LocalCall implements ExecutionContext {
	/** That of the request; all calls made for it have the same. */
	readonly request: ExecutionContext;
	readonly answer: LocalResponse;
	readonly props: unknown;

	constructor(request: ExecutionContext, answer: LocalResponse) {
		this.request = request;
		this.answer = answer;
		this.props = request.props;
	}
	waitUntil(work: Promise<unknown>): void {
		this.request.waitUntil(work);
	}
	passThroughOnException(): void {
		this.request.passThroughOnException();
	}
}

/** Returns the context of a call within this Worker; `answer` takes the value of a read that succeeds. */
export const localCall = (request: ExecutionContext, answer: LocalResponse): ExecutionContext =>
	new LocalCall(request, answer);

/** Returns what all calls made for one request share. */
export const requestOf = (ctx: ExecutionContext): ExecutionContext => (ctx instanceof LocalCall ? ctx.request : ctx);

/** Checks whether the portal asks within this Worker: no other caller can. */
export const isAskedLocally = (ctx: ExecutionContext): boolean => ctx instanceof LocalCall;

/** Hands the value to the portal in this Worker. @returns false for any other request, which has to be sent it */
export const answerLocally = (ctx: ExecutionContext, value: unknown): boolean => {
	if (!(ctx instanceof LocalCall)) return false;
	ctx.answer.value = value;
	return true;
};

/** Checks whether the portal has the value already, and reads nothing of the response. */
export const wasAnsweredLocally = (ctx: ExecutionContext): boolean =>
	ctx instanceof LocalCall && ctx.answer.value !== undefined;
