import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { Plus } from "lucide-react";
import type { TypedRole } from "#app/routes/users/user-form";
import { Button } from "#app/ui/button";
import type { Choice } from "#app/ui/form/choice";
import { FieldErrors } from "#app/ui/form/field";
import { OrderButtons } from "#app/ui/form/order-buttons";
import { SelectField } from "#app/ui/form/select-field";
import { useAddedEntry } from "#app/ui/form/use-added-entry";
import { wired } from "#app/ui/form/wired";
import type { UserRow } from "#worker/services/users/contract";
import { maxRolesOfUser } from "#worker/services/users/staff.contract";

interface RoleRowsProps {
	form: Pick<FormMetadata, "insert" | "remove" | "reorder">;
	field: FieldMetadata<TypedRole[]>;
	roles: readonly Choice[];
	items: readonly Choice[];
	/** What a further row begins with. */
	newRole: TypedRole;
	/** What the user holds now: it may stay when somebody else changes the rest. */
	held: UserRow["adminRoles"];
	maySave: boolean;
}

/** The roles of a user in order, each with the part of the institution that it is held for. */
export const RoleRows = ({ form, field, roles, items, newRole, held, maySave }: RoleRowsProps) => {
	const { name } = field;
	const list = field.getFieldList();
	const added = useAddedEntry(list.length);
	const choices = roles.map((role) =>
		held.some((one) => one.role.id === role.value) ? { ...role, disabled: false } : role,
	);
	const places = [...items, ...heldItems(held).filter(({ value }) => !items.some((item) => item.value === value))];
	return (
		<fieldset className="grid gap-2.5">
			<legend className="mb-1.5 font-medium">Roles</legend>
			{list.length === 0 && <p className="text-text-2">No role: the user can log in, and see only their profile.</p>}
			{list.length > 1 && <p className="text-text-2">The place of the first role is shown beside the user's name.</p>}
			<ol ref={added.list} className="grid gap-2.5">
				{list.map((row, index) => {
					const { roleId, itemId } = row.getFieldset();
					const called = `role ${index + 1}`;
					return (
						<li key={row.key} className="grid items-start gap-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
							<SelectField
								{...wired(roleId)}
								label={`Role ${index + 1}`}
								hideLabel
								options={choices}
								placeholder="No role"
							/>
							<SelectField
								{...wired(itemId)}
								label={`Where ${called} is held`}
								hideLabel
								options={places}
								placeholder="Whole institution"
							/>
							{maySave && (
								<span className="flex gap-2">
									<OrderButtons called={called} index={index} length={list.length} form={form} name={name} />
								</span>
							)}
						</li>
					);
				})}
			</ol>
			{field.errors && <FieldErrors errors={field.errors} />}
			{maySave && list.length < maxRolesOfUser && (
				<Button
					{...form.insert.getButtonProps({ name, defaultValue: newRole })}
					icon={Plus}
					className="justify-self-start"
					onClick={added.onAdd}
				>
					{list.length === 0 ? "Add a role" : "Add another role"}
				</Button>
			)}
		</fieldset>
	);
};

const heldItems = (held: UserRow["adminRoles"]): Choice[] =>
	held.flatMap(({ adminLevelItem }) =>
		adminLevelItem ? [{ value: adminLevelItem.id, label: adminLevelItem.name }] : [],
	);
