import * as v from "valibot";
import { idempotencyKey } from "#app/list/idempotency-key";
import { seenVersion } from "#app/records/meanwhile";
import { InvitedEmail, StaffFields } from "#worker/services/users/staff.contract";

const { firstName, lastName } = StaffFields;

/** A role as it stands in the form: one without a role is not given, one without an item is for the whole institution. */
export interface TypedRole {
	roleId: string;
	itemId: string;
}

export const UserForm = v.object({
	firstName,
	lastName,
	/** Typed in an invitation alone. */
	email: v.optional(v.string()),
	roles: v.optional(v.array(v.object({ roleId: v.optional(v.string()), itemId: v.optional(v.string()) })), []),
	version: seenVersion,
	idempotencyKey,
});
export const InvitationForm = v.object({ ...UserForm.entries, email: InvitedEmail });

/** Returns the roles that are given, as the service takes them. */
export const givenRoles = (roles: v.InferOutput<typeof UserForm>["roles"]) =>
	roles.flatMap(({ roleId, itemId = null }) => (roleId ? [{ roleId, adminLevelItemId: itemId }] : []));
