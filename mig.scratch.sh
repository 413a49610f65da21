#!/bin/bash
# usage: mig.scratch.sh NAME rows.sql : writes migration(s), enum additions alone in the first, everything else and the rows in the last
set -e
N=$1; ROWS=$2
timeout 300 node_modules/.bin/node scripts/db-migration.ts $N > mig.scratch.log 2>&1 || true
grep -E "^supabase|Error" mig.scratch.log || { cat mig.scratch.log; exit 1; }
python3 - "$N" "$ROWS" <<'P'
import sys,glob,re
n,rows=sys.argv[1:3]
fs=sorted(glob.glob(f'supabase/migrations/*_{n}*.sql'))
r=open(rows).read() if rows else ''
if len(fs)==2:
    a=open(fs[0]).read(); 
    parts=a.split('\n\n')
    enums=[p for p in parts if 'ADD VALUE' in p]; rest=[p for p in parts if 'ADD VALUE' not in p and p.strip() and not p.startswith('set local check_function')]
    open(fs[0],'w').write('\n\n'.join(x.strip() for x in enums)+'\n')
    b=open(fs[1]).read()
    head='set local check_function_bodies = off;\n\n'
    b=b.replace(head,'')
    open(fs[1],'w').write(head+'\n\n'.join(x.strip() for x in rest)+('\n\n' if rest else '')+b.strip()+'\n\n'+r)
else:
    open(fs[0],'a').write('\n'+r)
print(fs)
P
