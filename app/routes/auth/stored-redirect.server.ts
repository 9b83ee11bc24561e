import { safeReturn } from "#app/session/require-user.server";

/** Where the reader wanted to go before they had to log in (`?to=`), if that is a page to come back to. */
export const storedRedirect = (request: Request, orgName: string): string | undefined => {
	const to = safeReturn(new URL(request.url).searchParams.get("to"), orgName);
	// why: the login page leads to itself, logging out and Google's answer lead back here.
	return to && !unreturnable.test(to.slice(orgName.length + 1)) ? to : undefined;
};

const unreturnable = /^(\/?([?#]|$)|\/(logout|auth|404)([/?#]|$))/;
