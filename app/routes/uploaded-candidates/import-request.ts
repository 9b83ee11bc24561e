import type { Params } from "@remix-run/react";

export const importParams = ({ groupId = "", importId = "" }: Params) => ({ id: groupId, importId });
