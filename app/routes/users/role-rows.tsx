import type { Ref } from "react";
import type { TypedRole } from "#app/routes/users/user-form";
import type { Choice } from "#app/ui/form/choice";
import { FieldErrors } from "#app/ui/form/field";
import { SelectField } from "#app/ui/form/select-field";
import type { UserRow } from "#worker/services/users/contract";

interface RoleRowsProps {
	/** The element around the rows. */
	list: Ref<HTMLDivElement>;
	given: readonly TypedRole[];
	roles: readonly Choice[];
	items: readonly Choice[];
	/** What the user holds now: it may stay when somebody else changes the rest. */
	held: UserRow["adminRoles"];
	errors: readonly string[] | null;
}

/** The roles of a user, each with the part of the institution that it is held for. */
export const RoleRows = ({ list, given, roles, items, held, errors }: RoleRowsProps) => {
	const choices = roles.map((role) =>
		held.some((one) => one.role.id === role.value) ? { ...role, disabled: false } : role,
	);
	const places = [...items, ...heldItems(held).filter(({ value }) => !items.some((item) => item.value === value))];
	return (
		<fieldset className="grid gap-2.5">
			<legend className="mb-1.5 font-medium">Roles</legend>
			<div ref={list} className="grid gap-2.5">
				{given.map(({ roleId, itemId }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; all are drawn anew when their number changes.
					<div key={index} className="grid gap-2.5 sm:grid-cols-2">
						<SelectField
							name="roleId"
							label={`Role ${index + 1}`}
							hideLabel
							options={choices}
							placeholder="No role"
							defaultValue={roleId}
						/>
						<SelectField
							name="itemId"
							label={`Where role ${index + 1} is held`}
							hideLabel
							options={places}
							placeholder="Whole institution"
							defaultValue={itemId}
						/>
					</div>
				))}
			</div>
			{errors && errors.length > 0 && <FieldErrors errors={errors} />}
		</fieldset>
	);
};

const heldItems = (held: UserRow["adminRoles"]): Choice[] =>
	held.flatMap(({ adminLevelItem }) =>
		adminLevelItem ? [{ value: adminLevelItem.id, label: adminLevelItem.name }] : [],
	);
