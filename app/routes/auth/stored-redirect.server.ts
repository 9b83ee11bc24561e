import { safeReturn } from "#app/session/require-user.server";

/** Returns the page that the user wanted before the login (`?to=`), if it is one to return to. */
export const storedRedirect = (request: Request, orgName: string): string | undefined => {
	const to = safeReturn(new URL(request.url).searchParams.get("to"), orgName);
	// why: the login page, the logout and Google's return lead back to the login.
	return to && !unreturnable.test(to.slice(orgName.length + 1)) ? to : undefined;
};

const unreturnable = /^(\/?([?#]|$)|\/(logout|auth|404)([/?#]|$))/;
