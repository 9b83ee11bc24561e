import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { allRoles } from "#worker/services/users/roles.queries";

/** Every role with its privileges (§7). */
export const listRoles = async (ctx: OrgContext) => ok({ data: await allRoles(ctx.db, ctx.organisationId) });
