import { type ActionFunctionArgs, json } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { readSignedInForm } from "#app/session/read-form.server";
import { createSocketTicket } from "#worker/services/notifications/contract";

/** Returns a ticket for the live connection. why: the access token itself never reaches the page or a URL. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
	await readSignedInForm(request, context);
	const ticket = await context.api.call(createSocketTicket, {});
	return ticket.ok ? json({ ticket: ticket.value.ticket }) : problemResponse(ticket.problem);
};
