import * as v from "valibot";
import { idempotencyKey } from "#app/list/idempotency-key";
import { seenVersion } from "#app/records/meanwhile";
import { InvitedEmail, StaffFields } from "#worker/services/users/staff.contract";

const { firstName, lastName } = StaffFields;

export const UserForm = v.object({ firstName, lastName, version: seenVersion, idempotencyKey });
export const InvitationForm = v.object({ ...UserForm.entries, email: InvitedEmail });

/** A role as it stands in the form: an empty one is not given. */
export interface TypedRole {
	roleId: string;
	itemId: string;
}

export interface TypedUser {
	firstName: string;
	lastName: string;
	email: string;
	roles: TypedRole[];
}

export const typedUser = (form: FormData): TypedUser => {
	const text = (name: string) => String(form.get(name) ?? "");
	const itemIds = form.getAll("itemId").map(String);
	const roles = form
		.getAll("roleId")
		.map((roleId, index) => ({ roleId: String(roleId), itemId: itemIds[index] ?? "" }));
	return { firstName: text("firstName"), lastName: text("lastName"), email: text("email"), roles };
};

/** Returns the roles that are given, as the service takes them. */
export const givenRoles = ({ roles }: TypedUser) =>
	roles
		.filter(({ roleId }) => roleId !== "")
		.map(({ roleId, itemId }) => ({ roleId, adminLevelItemId: itemId || null }));
