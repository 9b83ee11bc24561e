import type { Env } from "#worker/env";
import { sign, verifySignature } from "#worker/http/keys";

const subject = (organisationId: string, id: string) => `${organisationId}\n${id}`;

/** Returns the key that opens a payment's public page: the payment's id and a signature. */
export const publicKeyOf = async (
	{ SECRET }: Pick<Env, "SECRET">,
	organisationId: string,
	id: string,
): Promise<string> => `${id}.${await sign(SECRET, "receipt", subject(organisationId, id))}`;

/** Returns the id of the payment that a key opens; undefined for one that was made up. */
export const idOfPublicKey = async (
	{ SECRET }: Pick<Env, "SECRET">,
	organisationId: string,
	key: string,
): Promise<string | undefined> => {
	const [id = "", signature = ""] = key.split(".", 2);
	return (await verifySignature(SECRET, "receipt", subject(organisationId, id), signature)) ? id : undefined;
};

/** The page of the portal that a key opens. */
export const publicPath = (organisationId: string, key: string): string => `/${organisationId}/payment/${key}`;
