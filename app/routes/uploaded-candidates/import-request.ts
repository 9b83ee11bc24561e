import type { Params } from "@remix-run/react";

export const importParams = ({ groupId = "", importId = "" }: Params) => ({ id: groupId, importId });

/** Returns the key with which a form can be sent again without being carried out twice. */
export const idempotencyKeyIn = (form: FormData): string | undefined =>
	String(form.get("idempotencyKey") ?? "").match(/^[\w-]{8,64}$/)?.[0];
