import { jwtVerify, SignJWT } from "jose";
import { Recent } from "#worker/contract/recent";
import { signingKey } from "#worker/http/keys";

/** Short, because a refresh is cheap and a block must take effect. */
export const accessTokenSeconds = 15 * 60;
const issuer = "matricula";
const audience = "matricula-api";

export interface AccessClaims {
	organisationId: string;
	userId: string;
	sessionId: string;
}

/** Signs an access token (HS256), valid for 15 minutes. @param now UTC milliseconds */
export const signAccessToken = async (secret: string, claims: AccessClaims, now: number): Promise<string> =>
	new SignJWT({ org: claims.organisationId, sid: claims.sessionId })
		.setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
		.setSubject(claims.userId)
		.setIssuer(issuer)
		.setAudience(audience)
		.setIssuedAt(Math.floor(now / 1000))
		.setExpirationTime(Math.floor(now / 1000) + accessTokenSeconds)
		.sign(await signingKey(secret, "access-token"));

/** why: a token comes with every page for 15 minutes, and its signature does not change. */
const genuine = new Recent<{ claims: AccessClaims; endsAt: number }>(500);

/** Returns the claims of a token that is genuine, for this API and valid at `now`; otherwise undefined. */
export const verifyAccessToken = async (
	secret: string,
	token: string,
	now: number,
): Promise<AccessClaims | undefined> => {
	const key = `${secret}\n${token}`;
	const known = genuine.get(key);
	if (known && now < known.endsAt) return known.claims;
	try {
		const { payload } = await jwtVerify(token, await signingKey(secret, "access-token"), {
			algorithms: ["HS256"],
			typ: "at+jwt",
			issuer,
			audience,
			requiredClaims: ["exp"],
			currentDate: new Date(now),
		});
		const { sub, org, sid, exp = 0 } = payload;
		if (typeof sub !== "string" || typeof org !== "string" || typeof sid !== "string") return undefined;
		const claims = { organisationId: org, userId: sub, sessionId: sid };
		genuine.set(key, { claims, endsAt: exp * 1000 });
		return claims;
	} catch {
		// why: jose throws for every kind of bad token; all mean the same to the caller, and none is a defect.
		return undefined;
	}
};
