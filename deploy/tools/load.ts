/** Imports a package of this folder: from here it is found in this folder's own node_modules. */
export const load = (name: string): Promise<unknown> => import(name);
